import type { ChangedColumn, ColumnDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { bareDefault, columnSql } from './column-sql.ts'
import { isSameDefault } from './default-text.ts'
import { DesignError } from './design.ts'
import { instant } from './locks.ts'
import { columnList, type Fragment, inParentheses, type Lock, piece } from './steps.ts'

/** A subcommand of `alter table`. */
export type Action = {
  fragment: Fragment
  lock: Lock
  /** Whether only PostgreSQL can tell if it rewrites the table. */
  isProbed: boolean
}

/** The context of an action: its table and size, and the field that requested it. */
export type Site = {
  table: string
  sizeBytes: number
  field: string
  /** Follows `as identity`: the options of the former sequence. */
  identityOptions?: string | undefined
}

const quick = (fragment: Fragment, site: Site, reason: string): Action => ({
  fragment,
  lock: instant(site.table, reason),
  isProbed: false,
})

const working = (
  fragment: Fragment,
  site: Site,
  lock: Pick<Lock, 'work' | 'reason'> & { safer?: string },
): Action => ({
  fragment,
  lock: {
    ...instant(site.table, lock.reason),
    work: lock.work,
    safer: lock.safer ?? null,
    sizeBytes: site.sizeBytes,
  },
  isProbed: lock.work === 'rewrite',
})

export const addColumn = (column: ChangedColumn, site: Site): Action => {
  const fragment = ['add column ', ...columnSql(column, site)]
  const hasWork = column.default !== null || column.generated !== null || column.identity !== null
  if (column.check === null && !column.is_unique && !hasWork) {
    return quick(fragment, site, `Adds ${column.name} to the catalog; no rows are changed`)
  }
  return working(fragment, site, {
    work: 'rewrite',
    reason: `Sets ${column.name} in every row`,
    safer: 'Add the column without a value first, then fill it in batches',
  })
}

export const dropAction = (what: 'column' | 'constraint', name: string, site: Site): Action =>
  quick(
    [`drop ${what} `, piece(quoteIdent(name), site.field)],
    site,
    what === 'column'
      ? `Removes ${name} from the catalog; its space is reused as rows are written`
      : `Removes the constraint ${name} from the catalog`,
  )

/** The actions that change the current column into the target, without constraints. */
export function columnActions(old: ColumnDesign, target: ChangedColumn, site: Site): Action[] {
  const isRetyped = old.data_type !== target.data_type
  const keepsDefault = isSameDefault(old.default, target.default)
  // An identity must not have a default, so that is dropped first, or set afterwards.
  const dropsDefault = old.default !== null && (isRetyped || !keepsDefault)
  const setsDefault = target.default !== null && (dropsDefault || !keepsDefault)
  const alter = `alter column ${quoteIdent(target.name)} `
  return [
    ...(dropsDefault ? [quick([`${alter}drop default`], site, 'Changes only the catalog')] : []),
    ...(isRetyped ? [retype(target, old, site)] : []),
    ...generatedActions(old, target, site),
    ...identityActions(old, target, site),
    ...(setsDefault && target.default !== null
      ? [
          quick(
            [`${alter}set default `, piece(bareDefault(target.default), `${site.field}.default`)],
            site,
            'Existing rows keep their values',
          ),
        ]
      : []),
  ]
}

function retype(target: ChangedColumn, old: ColumnDesign, site: Site): Action {
  const using: Fragment =
    target.using === null
      ? []
      : [' using ', piece(inParentheses(target.using), `${site.field}.using`)]
  return working(
    [
      `alter column ${quoteIdent(target.name)} type `,
      piece(target.data_type, `${site.field}.data_type`),
      ...using,
    ],
    site,
    {
      work: 'rewrite',
      reason: `Converts ${target.name} from ${old.data_type} to ${target.data_type} in every row`,
      safer: 'Add a second column of the new type, fill it in batches, then swap the names',
    },
  )
}

function generatedActions(old: ColumnDesign, target: ChangedColumn, site: Site): Action[] {
  if (old.generated === target.generated) return []
  const alter = `alter column ${quoteIdent(target.name)} `
  if (target.generated === null) {
    return [quick([`${alter}drop expression`], site, 'The current values stay')]
  }
  if (old.generated === null) {
    throw new DesignError({
      [`${site.field}.generated`]:
        'An existing column cannot become generated: drop it and add it again',
    })
  }
  return [
    working(
      [
        `${alter}set expression as `,
        piece(inParentheses(target.generated), `${site.field}.generated`),
      ],
      site,
      { work: 'rewrite', reason: `Computes ${target.name} again for every row` },
    ),
  ]
}

function identityActions(old: ColumnDesign, target: ChangedColumn, site: Site): Action[] {
  if (old.identity === target.identity) return []
  const alter = `alter column ${quoteIdent(target.name)} `
  const change =
    target.identity === null
      ? `${alter}drop identity`
      : `${alter}${old.identity === null ? 'add' : 'set'} generated ${target.identity}${old.identity === null ? ` as identity${site.identityOptions ?? ''}` : ''}`
  const field = `${site.field}.identity`
  return [quick([piece(change, field)], site, 'Changes only the catalog')]
}

/** The scan is skipped when PostgreSQL knows already that no row has NULL. */
export function nullableAction(target: ColumnDesign, site: Site): Action {
  const alter = `alter column ${quoteIdent(target.name)} `
  const field = `${site.field}.is_nullable`
  if (target.is_nullable) {
    return quick([piece(`${alter}drop not null`, field)], site, 'Changes only the catalog')
  }
  return working([piece(`${alter}set not null`, field)], site, {
    work: 'scan',
    reason: `Reads every row to check that ${target.name} has a value`,
    safer:
      'Validate a check constraint first, without blocking writes, then set NOT NULL without reading the rows',
  })
}

export const primaryKeyAction = (columns: readonly string[], site: Site): Action =>
  working([piece(`add primary key ${columnList(columns)}`, site.field)], site, {
    work: 'index',
    reason: 'Builds the index of the primary key',
    safer: 'Build a unique index concurrently, then make it the primary key',
  })

export const uniqueAction = (column: string, site: Site): Action =>
  working([piece(`add unique ${columnList([column])}`, `${site.field}.is_unique`)], site, {
    work: 'index',
    reason: `Builds a unique index on ${column}`,
    safer: 'Build the index concurrently, then make it the constraint',
  })

export const checkAction = (expression: string, site: Site): Action =>
  working(['add check ', piece(inParentheses(expression), `${site.field}.check`)], site, {
    work: 'scan',
    reason: 'Reads every row to validate the check',
    safer: 'Add it as NOT VALID first, then validate it without blocking writes',
  })
