import type { Column } from '@basalt/contract/database/tables'

/** Types of PostgreSQL without an order, and lists of their values. */
const unordered =
  /^(?:json|jsonpath|xml|point|line|lseg|box|path|polygon|circle|xid|cid|aclitem|refcursor|pg_snapshot|txid_snapshot)(?:\[\])*$/u

/** Why rows cannot be sorted by the column; undefined where they can. */
export const unorderedReason = ({ data_type: type }: Column): string | undefined =>
  unordered.test(type) ? `Values of type ${type} cannot be sorted` : undefined
