import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml, textOf, writeXml, type XmlElement } from '../../lib/files/xml.ts';

describe('long texts in XML', () => {
  const long = 'x '.repeat(1500).trim();
  const [mark, end] = ['\uE000', '\uE001'];

  it('are read as they are written, beside short ones, comments and what is escaped', () => {
    const part = fc.constantFrom(
      long,
      'short',
      `${long} & more`,
      `${long} < less > more`,
      `${mark}0${end}`,
      `${mark}7${end}`,
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), (texts) => {
        const { root } = readXml(writeXml({ root: { part: texts } })) as { root: XmlElement };
        expect(root.part).toEqual(texts);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  it('are read in an element with attributes, in CDATA, and after a long comment', () => {
    const text = `<a><!-- > ${long} < --><b c="1">${long}</b><d><![CDATA[ > ${long} ]]></d><e>${long}</e></a>`;
    const { a } = readXml(text) as { a: XmlElement };
    expect(textOf(a, 'b')).toBe(long);
    expect(String(a.d).trim()).toBe(`> ${long}`);
    expect(textOf(a, 'e')).toBe(long);
  });

  it('are no longer for the blanks around them, and blanks alone are none, however deep lines are set in', () => {
    const deep = ' '.repeat(3000);
    expect(readXml(`<a>${deep}<b>\n${deep}${long}${deep}</b>\n${deep}</a>`)).toEqual({ a: { b: long } });
  });

  it('are checked with the rest: a fault is told with its line', () => {
    expect(() => readXml(`<a>\n<b>${long.replaceAll(' ', '\n')}</b>\n<c>\n</a>`)).toThrow(/line 1503/);
  });
});
