import type { Queryable } from '@basalt/engine'
import type { PolicyDesign, TriggerDesign } from '@basalt/pg-model'
import { quoteIdent, tokens } from '@basalt/pg-sql'

import { type Step, toSql } from '../../designs/steps.ts'
import { copySteps } from '../kinds/triggers/triggers.ts'
import type { ObjectDesign } from '../object-kind.ts'
import { commentSteps, quoted } from '../object-steps.ts'
import type { ScriptKind } from './script-kinds.ts'

type Found = { id: number; design: ObjectDesign }

/** Statements that put the object in the place of the present one, to be edited. */
export async function writeScript(
  db: Queryable,
  { kind }: ScriptKind,
  { id, design }: Found,
): Promise<string> {
  const drop = toSql(kind.drop(design, { cascade: false })[0]?.fragment ?? [])
  const statements = async (): Promise<string[]> => {
    switch (kind.kind) {
      case 'functions':
        return [await definitionOf(db, 'pg_get_functiondef', id)]
      case 'triggers': {
        // Of its kind, as all designs are.
        const trigger = design as TriggerDesign
        const [, ...rest] = await kind.create(design, db)
        const copies = await copySteps(db, trigger, trigger)
        const create = await definitionOf(db, 'pg_get_triggerdef', id)
        return [drop, withLines(create), ...listSql([...rest, ...copies])]
      }
      default:
        return [drop, ...policyStatements(design as PolicyDesign)]
    }
  }
  return `${(await statements()).map((text) => `${text};`).join('\n\n')}\n`
}

const listSql = (steps: readonly Step[]) => steps.map(({ fragment }) => toSql(fragment))

type DefinitionFunction = 'pg_get_functiondef' | 'pg_get_triggerdef'

async function definitionOf(db: Queryable, name: DefinitionFunction, id: number): Promise<string> {
  const [row] = await db.query<{ sql: string | null }>(`select ${name}($1::oid) as sql`, [id])
  return row?.sql?.trimEnd() ?? ''
}

const lineStarts: ReadonlySet<string> = new Set(['BEFORE', 'AFTER', 'INSTEAD', 'EXECUTE'])

/** PostgreSQL writes a trigger in one line, with its keywords in capitals. */
function withLines(sql: string): string {
  let text = ''
  for (const { kind, start, end } of tokens(sql)) {
    const word = kind === 'word' ? sql.slice(start, end) : ''
    const isStart = lineStarts.has(word) || sql.startsWith('FOR EACH ', start)
    text = isStart ? `${text.trimEnd()}\n  ` : text
    text += sql.slice(start, end)
  }
  return text
}

/** PostgreSQL has no function for it. */
function policyStatements(policy: PolicyDesign): string[] {
  const { name, schema, table, roles, using, check } = policy
  const subject = `policy ${quoteIdent(name)} on ${quoted({ schema, name: table })}`
  const lines = [
    `create ${subject}`,
    `as ${policy.is_permissive ? 'permissive' : 'restrictive'}`,
    `for ${policy.command}`,
    `to ${roles.length === 0 ? 'public' : roles.map(quoteIdent).join(', ')}`,
    ...(using === null ? [] : [`using (${using})`]),
    ...(check === null ? [] : [`with check (${check})`]),
  ]
  return [lines.join('\n  '), ...listSql(commentSteps(subject, null, policy.comment))]
}
