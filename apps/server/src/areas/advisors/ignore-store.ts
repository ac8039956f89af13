import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'

import type { AdvisorTables } from '../../store/advisor-schema.ts'
import type { Store } from '../../store/store.ts'

export type StoredIgnore = Selectable<AdvisorTables['advisor_ignores']> & {
  created_by: string | null
}

/** Those in effect for a user: the user's own ones and those for everyone. */
export const listIgnores = (
  store: Store,
  projectId: number,
  { userId, now }: { userId: string | null; now: Date },
): Promise<StoredIgnore[]> =>
  ignores(store)
    .where('project_id', '=', projectId)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .where((where) =>
      where.or([
        where('for_everyone', '=', true),
        where('user_id', 'is not distinct from', userId),
      ]),
    )
    .orderBy('advisor_ignores.created_at', 'desc')
    .execute()

export const findIgnore = (
  store: Store,
  projectId: number,
  id: string,
): Promise<StoredIgnore | undefined> =>
  ignores(store)
    .where('project_id', '=', projectId)
    .where('advisor_ignores.id', '=', id)
    .executeTakeFirst()

const ignores = (store: Store) =>
  store
    .selectFrom('advisor_ignores')
    .leftJoin('users', 'users.id', 'advisor_ignores.user_id')
    .selectAll('advisor_ignores')
    .select(sql<string | null>`coalesce(nullif(users.name, ''), users.email)`.as('created_by'))

export async function insertIgnore(
  tx: Store,
  values: Insertable<AdvisorTables['advisor_ignores']>,
): Promise<string> {
  const { id } = await tx
    .insertInto('advisor_ignores')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteIgnore(tx: Store, id: string): Promise<void> {
  await tx.deleteFrom('advisor_ignores').where('id', '=', id).execute()
}

/** Whether an ignore applies to a finding. */
export const isIgnoring = (
  ignore: Pick<StoredIgnore, 'rule' | 'key'>,
  finding: { rule: string; key: string },
): boolean => ignore.rule === finding.rule && (ignore.key === null || ignore.key === finding.key)
