import { describe, expect, test } from 'vitest';
import { methodsOf as methodsOfOperation, pathsOf } from '../../lib/api/operation.ts';
import { operations } from '../../lib/api/operations.ts';
import { CANARY, FALLBACK, functionIds, servesClients } from '../../lib/stack/functions.ts';
import {
  configured,
  functionOf,
  type Json,
  type Resource,
  resourcesOf,
  signed,
  templateOf,
} from './template.ts';

/** Every method of the API as `GET /api/route/{route_id}`, with its properties. */
function methodsOf(context: Record<string, unknown> = {}): Map<string, Json> {
  const template = templateOf(context);
  const resources = resourcesOf(template, 'AWS::ApiGateway::Resource');
  const pathOf = (id: Json): string => {
    const { PathPart, ParentId } = resources[id.Ref]?.Properties ?? {};
    return PathPart === undefined ? '' : `${pathOf(ParentId)}/${PathPart}`;
  };
  const methods: Resource[] = Object.values(resourcesOf(template, 'AWS::ApiGateway::Method'));
  return new Map(
    methods.map(({ Properties }) => [
      `${Properties.HttpMethod} ${pathOf(Properties.ResourceId) || '/'}`,
      Properties,
    ]),
  );
}

const template = templateOf();
const methods = methodsOf();
const invokes = (method: Json, handlerId: string) =>
  JSON.stringify(method.Integration.Uri).includes(`"${functionOf(template, handlerId)[0]}"`);
const functionServing = (method: Json) => functionIds.find((id) => id !== CANARY && invokes(method, id))!;

/** The method of the gateway that passes a request of a method to a path. */
const passing = (all: Map<string, Json>, method: string, path: string): Json =>
  all.get(`${method} ${path}`) ?? all.get(`ANY ${path}`);

describe('methods', () => {
  test.each(operations)('$method $path invokes the function of $id', (operation) => {
    for (const path of pathsOf(operation)) {
      for (const method of methodsOfOperation(operation)) {
        const found = passing(methods, method, path);
        expect(found.Integration.Type).toBe('AWS_PROXY');
        expect(invokes(found, operation.id)).toBe(true);
      }
    }
  });

  test('what no operation takes goes to a function that answers its path, and never to one that changes something if another reads it', () => {
    const paths = [...new Set([...methods.keys()].map((method) => method.split(' ')[1]!))];
    expect(paths).toEqual(expect.arrayContaining(['/', '/{proxy+}', '/api', ...operations.flatMap(pathsOf)]));
    for (const path of paths) {
      const onPath = operations.filter((operation) => pathsOf(operation).includes(path));
      const readers = onPath.filter(({ method }) => method === 'GET');
      const [{ id } = { id: FALLBACK }] = readers.length > 0 ? readers : onPath;
      expect([path, invokes(methods.get(`ANY ${path}`), id)]).toEqual([path, true]);
    }
  });

  test('there are no more of them than that', () => {
    const others = [...methods.keys()].filter((name) => !name.startsWith('ANY '));
    for (const name of others) {
      const [, path] = name.split(' ') as [string, string];
      const any = methods.get(`ANY ${path}`);
      expect([name, invokes(methods.get(name), functionServing(any))]).toEqual([name, false]);
    }
  });

  test('API Gateway may invoke each of the functions that it needs', () => {
    const permitted = Object.values(resourcesOf(template, 'AWS::Lambda::Permission'))
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => Properties.FunctionName['Fn::GetAtt'][0]);
    const functions = functionIds.filter(servesClients).map((id) => functionOf(template, id)[0]);
    expect(permitted.sort()).toEqual(functions.sort());
  });
});

describe('gateway responses', () => {
  const responses = (context: Record<string, unknown> = {}): Map<string, Json> =>
    new Map(
      Object.values(resourcesOf(templateOf(context), 'AWS::ApiGateway::GatewayResponse')).map((r) => [
        r.Properties.ResponseType,
        r.Properties,
      ]),
    );

  test('are JSON in the shape of every error', () => {
    expect([...responses().keys()]).toEqual(
      expect.arrayContaining(['DEFAULT_4XX', 'DEFAULT_5XX', 'THROTTLED', 'REQUEST_TOO_LARGE']),
    );
    for (const { ResponseTemplates, ResponseParameters } of responses().values()) {
      expect(ResponseParameters['gatewayresponse.header.Content-Type']).toBe("'application/json'");
      const filledIn = ResponseTemplates['application/json'].replace('$context.error.messageString', '"Bad"');
      expect(JSON.parse(filledIn)).toMatchObject({ error: expect.any(String) });
    }
  });

  test('tell a throttled client when to try again, and name the request that failed', () => {
    const { THROTTLED, DEFAULT_5XX } = Object.fromEntries(responses());
    expect(THROTTLED.ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'1'");
    expect(JSON.parse(DEFAULT_5XX.ResponseTemplates['application/json'])).toEqual({
      error: 'Internal error',
      request_id: '$context.requestId',
    });
  });

  test('name an unknown path; an unsigned request is called unsigned', () => {
    expect(responses().get('MISSING_AUTHENTICATION_TOKEN').StatusCode).toBe('404');
    expect(responses(signed).get('MISSING_AUTHENTICATION_TOKEN').StatusCode).toBe('401');
  });

  test('say that an API key is missing or wrong, and after a timeout when to try again', () => {
    const { INVALID_API_KEY, INTEGRATION_TIMEOUT, INTEGRATION_FAILURE, QUOTA_EXCEEDED } = Object.fromEntries(
      responses(configured),
    );
    expect(INVALID_API_KEY.StatusCode).toBe('401');
    const retryAfter = 'gatewayresponse.header.Retry-After';
    expect(QUOTA_EXCEEDED.ResponseParameters[retryAfter]).toMatch(/^'\d+'$/);
    for (const response of [INTEGRATION_TIMEOUT, INTEGRATION_FAILURE]) {
      expect(response.StatusCode).toBe('503');
      expect(response.ResponseParameters[retryAfter]).toBe("'5'");
    }
  });

  test('of a way of access are there only with it', () => {
    const ofKeys = ['INVALID_API_KEY', 'QUOTA_EXCEEDED'];
    const ofSignatures = ['ACCESS_DENIED', 'EXPIRED_TOKEN', 'INVALID_SIGNATURE'];
    const of = (context: Record<string, unknown>) =>
      [...responses(context).keys()].filter((type) => [...ofKeys, ...ofSignatures].includes(type)).sort();
    expect(of({})).toEqual([]);
    expect(of(configured)).toEqual(ofKeys);
    expect(of(signed)).toEqual(ofSignatures);
  });

  test('may be read by the pages of a single allowed origin', () => {
    const header = 'gatewayresponse.header.Access-Control-Allow-Origin';
    const originOf = (context: Record<string, unknown>) =>
      responses(context).get('DEFAULT_4XX').ResponseParameters[header];
    expect(originOf({})).toBeUndefined();
    expect(originOf(signed)).toBe("'*'");
    expect(originOf(configured)).toBeUndefined();
  });
});

describe('access', () => {
  test.each([
    ['none', {}, 'NONE', false],
    ['api-key', configured, 'NONE', true],
    ['iam', signed, 'AWS_IAM', false],
  ])(
    'auth %s holds for every operation but public ones, and opens nothing else but what a browser asks before',
    (_, context, type, key) => {
      const all = methodsOf(context);
      const closed = [type, key];
      const accessOf = ({ AuthorizationType, ApiKeyRequired = false }: Json) => [
        AuthorizationType,
        ApiKeyRequired,
      ];
      for (const operation of operations) {
        for (const path of pathsOf(operation)) {
          for (const method of methodsOfOperation(operation)) {
            const access = accessOf(passing(all, method, path));
            expect([method, path, ...access]).toEqual([
              method,
              path,
              ...(operation.public ? ['NONE', false] : closed),
            ]);
          }
          const asked = accessOf(passing(all, 'OPTIONS', path));
          if ('allowedOrigins' in context) expect([path, ...asked]).toEqual([path, 'NONE', false]);
        }
      }
      const publicPaths = operations.filter((each) => each.public).flatMap(pathsOf);
      for (const [name, method] of all) {
        const [verb, path] = name.split(' ') as [string, string];
        if (verb !== 'OPTIONS' && !publicPaths.includes(path))
          expect([name, ...accessOf(method)]).toEqual([name, ...closed]);
      }
      const keys = Object.keys(resourcesOf(templateOf(context), 'AWS::ApiGateway::ApiKey'));
      expect(keys).toHaveLength(key ? 2 : 0); // that of the clients and that of the canary
    },
  );

  test('the allowed origins reach every handler that a page can call, and no other', () => {
    const origins = (id: string) =>
      functionOf(templateOf(configured), id)[1].Properties.Environment.Variables.ALLOWED_ORIGINS;
    for (const { id } of operations) expect(origins(id)).toBe(configured.allowedOrigins);
    expect(origins('fallback')).toBe(configured.allowedOrigins);
    expect(origins('jobs/calculate')).toBeUndefined();
  });
});

test('TLS before 1.2 is refused', () => {
  template.hasResourceProperties('AWS::ApiGateway::RestApi', {
    SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PQ_2025_09',
    EndpointAccessMode: 'BASIC',
  });
});

test('bodies pass as bytes, and throttle limits are as configured', () => {
  const custom = templateOf(configured);
  custom.hasResourceProperties('AWS::ApiGateway::RestApi', { BinaryMediaTypes: ['*/*'] });
  custom.hasResourceProperties('AWS::ApiGateway::Stage', {
    StageName: 'development',
    TracingEnabled: true,
    MethodSettings: [
      { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 70, ThrottlingBurstLimit: 90 },
    ],
  });
});
