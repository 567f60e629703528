import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeAdvice } from '../../lib/cli/node-advice.js';

const npmOn = (version: string) => `npm/11.19.1 node/${version} linux x64 workspaces/false`;

it.each(['v22.18.0', 'v24.21.0', 'v26.1.0'])('there is nothing to do where npm runs on %s', (version) => {
  expect(nodeAdvice('v24.21.0', npmOn(version))).toBeNull();
});

it('npm on an older Node.js does no harm, and whoever reads its warnings is told so', () => {
  expect(nodeAdvice('v24.21.0', npmOn('v20.20.2'))).toEqual({
    isUsable: true,
    text: expect.stringMatching(/^All is installed\. .*v20\.20\.2.*EBADENGINE.*v24\.21\.0/),
  });
});

it('scripts that would run on an older Node.js are stopped with what to do', () => {
  for (const version of ['v18.20.8', 'v20.20.2', 'v22.18.0']) {
    expect(nodeAdvice(version, npmOn(version))).toEqual({
      isUsable: false,
      text: expect.stringMatching(new RegExp(`^Node\\.js 24 is needed, and this is ${version}\\. .*npm ci`)),
    });
  }
});

it('a Node.js that is not run by npm is judged by itself', () => {
  expect(nodeAdvice('v24.21.0', '')).toBeNull();
  expect(nodeAdvice('v20.20.2', '')).toMatchObject({ isUsable: false });
});

it('npm checks before it starts anything, and `engines` says what the dependencies want of the Node.js of npm', () => {
  const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const event of ['postinstall', 'prestart', 'pretest'])
    expect(scripts[event]).toBe('node bin/check_node.js');
  expect(engines.node).toBe('^22.18.0 || >=24.11.0');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  expect(lock[''].engines).toEqual(engines);
});
