import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { DomainError } from '../../domain/errors.ts';

/** Levels of a query, fragments within fragments counted. */
export const mostDepth = 10;
/** Words and signs of a query. */
export const mostTokens = 1_000;
/** Values an answer may hold. REST's page of 40 tickets has about 3,000, its page of a thread 2,000. */
const mostCost = 10_000;
/** What a question to the store costs, beside the values that it brings. */
const questionCost = 100;
/** What a search costs: one in texts of messages reads thousands of them to fill a page. */
const searchCost = 2_000;
/** A list without a size of its own is taken to be so long: tags, reactions, extra fields. */
const shortList = 5;

interface Asked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/**
 * Returns how many values a valid query may bring: pages multiply what they hold, aliases and fragments count each time,
 * and each page costs a question, and a search more. Counting stops soon after `mostCost`.
 */
function costOf({ schema, document, variables, operationName }: Asked): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const { coerced: coercedVariables = {} } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variables ?? {},
  );
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  let cost = 0;

  /** `page`: the size of the page that these fields are of, which its list has. */
  function count(type: GraphQLCompositeType, { selections }: SelectionSetNode, times: number, page?: number) {
    for (const node of selections) {
      if (cost > mostCost) return;
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value);
        if (fragment) count(type, fragment.selectionSet, times, page);
        continue;
      }
      if (node.kind === Kind.INLINE_FRAGMENT) {
        count(type, node.selectionSet, times, page);
        continue;
      }
      const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
      cost += times;
      if (!field) continue;
      const { first, searchParam } = getArgumentValues(field, node, coercedVariables) as {
        first?: number;
        searchParam?: string | null;
      };
      const isQuestion = first !== undefined || node.arguments?.length;
      if (isQuestion) cost += times * (searchParam ? searchCost : questionCost);
      const inner = getNamedType(field.type);
      if (!isCompositeType(inner) || !node.selectionSet) continue;
      const isList = isListType(getNullableType(field.type));
      const size = isList ? (first ?? page ?? shortList) : 1;
      count(inner, node.selectionSet, times * Math.max(1, size), isList ? undefined : first);
    }
  }
  const root = schema.getRootType(operation.operation);
  if (root) count(root, operation.selectionSet, 1);
  return cost;
}

/** @throws ERR_VALIDATION for what does not come over HTTP, ERR_TOO_LARGE with details {most} */
export function checkQuery(asked: Asked): void {
  if (getOperationAST(asked.document, asked.operationName)?.operation === 'subscription')
    throw new DomainError('ERR_VALIDATION', 'Subscriptions come over a socket: graphql-transport-ws');
  if (costOf(asked) > mostCost)
    throw new DomainError('ERR_TOO_LARGE', `The answer could hold more than ${mostCost} values`, {
      details: { most: mostCost },
    });
}
