/** One statement of an IAM policy, every field a list. */
export interface Statement {
  readonly allow: boolean;
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly resources: readonly string[];
  readonly notResources: readonly string[];
  /** Condition operator → key → accepted values. */
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The action of a request, and its resource. */
export interface Permission {
  readonly action: string;
  readonly resource: string;
  /** Condition keys of the request, for example `s3:prefix`. */
  readonly context?: Readonly<Record<string, string>>;
}

const listOf = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String));

/** Parses the statements of a policy document. */
export function parseStatements(document: { Statement?: unknown }): Statement[] {
  return [document.Statement ?? []].flat().map((each) => {
    const fields = each as Record<string, unknown>;
    const conditions = Object.entries((fields.Condition ?? {}) as Record<string, Record<string, unknown>>);
    return {
      allow: fields.Effect === 'Allow',
      actions: listOf(fields.Action),
      notActions: listOf(fields.NotAction),
      resources: listOf(fields.Resource),
      notResources: listOf(fields.NotResource),
      conditions: Object.fromEntries(
        conditions.map(([operator, keys]) => [
          operator,
          Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, listOf(values)])),
        ]),
      ),
    };
  });
}

/** Regular expressions by pattern and flags; the template and the actions limit their number. */
const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string, flags: string): RegExp {
  const key = `${flags} ${pattern}`;
  let expression = expressions.get(key);
  if (!expression) {
    const source = pattern
      .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    expression = new RegExp(`^${source}$`, flags);
    expressions.set(key, expression);
  }
  return expression;
}

/** IAM's wildcards: `*` any characters, `?` one. */
export const wildcardMatches = (pattern: string, text: string, ignoreCase = false): boolean =>
  pattern === '*' || expressionOf(pattern, ignoreCase ? 'is' : 's').test(text);

function conditionHolds(operator: string, accepted: readonly string[], value: string | undefined): boolean {
  const name = operator.replace(/IfExists$/, '');
  if (value === undefined) return name !== operator || name.includes('Not');
  switch (name) {
    case 'StringEquals':
    case 'ArnEquals':
    case 'Bool':
      return accepted.includes(value);
    case 'StringNotEquals':
      return !accepted.includes(value);
    case 'StringLike':
    case 'ArnLike':
      return accepted.some((pattern) => wildcardMatches(pattern, value));
    case 'StringNotLike':
      return !accepted.some((pattern) => wildcardMatches(pattern, value));
    default:
      return false;
  }
}

function applies(statement: Statement, { action, resource, context = {} }: Permission): boolean {
  const among = (patterns: readonly string[], text: string, ignoreCase?: boolean) =>
    patterns.some((pattern) => wildcardMatches(pattern, text, ignoreCase));
  const actionMatches = statement.notActions.length
    ? !among(statement.notActions, action, true)
    : among(statement.actions, action, true);
  const resourceMatches = statement.notResources.length
    ? !among(statement.notResources, resource)
    : among(statement.resources, resource);
  if (!actionMatches || !resourceMatches) return false;
  return Object.entries(statement.conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, accepted]) => conditionHolds(operator, accepted, context[key])),
  );
}

/** IAM's rule: an action is denied if any statement denies it, or if none allows it. */
export function isAllowed(statements: readonly Statement[], permission: Permission): boolean {
  const applying = statements.filter((statement) => applies(statement, permission));
  return applying.length > 0 && applying.every(({ allow }) => allow);
}

/** The pairs of action and resource that statements allow and that no request has needed yet. */
export class UnusedGrants {
  readonly #grants: readonly Permission[];
  readonly #unused: Set<Permission>;

  constructor(statements: readonly Statement[]) {
    const allowing = statements.filter(({ allow }) => allow);
    this.#grants = allowing.flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((resource) => ({ action, resource }))),
    );
    this.#unused = new Set(this.#grants);
  }

  /** Notes a request that was allowed. It needs one grant: another that also allows it could be left out. */
  use({ action, resource }: Permission): void {
    const needed = this.#grants.find(
      (grant) => wildcardMatches(grant.action, action, true) && wildcardMatches(grant.resource, resource),
    );
    if (needed) this.#unused.delete(needed);
  }

  all(): Permission[] {
    return [...this.#unused];
  }
}
