import { functions } from '../kinds/functions/functions.ts'
import { policies } from '../kinds/policies.ts'
import { triggers } from '../kinds/triggers/triggers.ts'
import { asAnyKind, type AnyKind } from '../object-kind.ts'

/** A kind of objects whose definitions are edited as SQL. */
export type ScriptKind = {
  kind: AnyKind
  /** In messages. */
  nouns: string
  /** The types in `create`, `alter`, `drop` and `comment on`. */
  types: readonly string[]
  /** The actions of `alter table` that belong to the kind, as a pattern of `listWords`. */
  tableAction?: string
  /** SQL over its row `c` of the catalog: a state that lies elsewhere. */
  state?: string
}

const identifier = String.raw`(?:""|(?!(?:all|user)\b)[\p{L}_][\p{L}\p{N}_$]*)`

export const functionScripts: ScriptKind = {
  kind: asAnyKind(functions),
  nouns: 'functions and procedures',
  types: ['FUNCTION', 'PROCEDURE', 'ROUTINE'],
}

export const triggerScripts: ScriptKind = {
  kind: asAnyKind(triggers),
  nouns: 'triggers',
  types: ['TRIGGER'],
  tableAction: `(?:enable|disable)(?: always| replica)? trigger ${identifier}`,
}

export const policyScripts: ScriptKind = {
  kind: asAnyKind(policies),
  nouns: 'policies',
  types: ['POLICY'],
  tableAction: '(?:enable|disable|force|no force) row level security',
  state: `(select format('%s %s', r.relrowsecurity, r.relforcerowsecurity)
    from pg_class r where r.oid = c.polrelid)`,
}
