import {
  databaseTableChanges as routes,
  type TableChange,
} from '@basalt/contract/database/table-changes'
import { databaseTables } from '@basalt/contract/database/tables'
import type { SentTo } from '@basalt/contract/route'
import type { ColumnDesign, TableDesign } from '@basalt/pg-model'

import { projectFixtures } from './project-fixtures.ts'

export type TableFixtures = Awaited<ReturnType<typeof tableFixtures>>

/** A project with its owner and a reader, and their actions on tables. */
export async function tableFixtures() {
  const fixtures = await projectFixtures()
  const { install, owner, ref, close, run } = fixtures
  const { client: reader } = await fixtures.member('Read-only')
  const database = () => install.engine.open(ref, 'owner')
  const getDesign = (id: number) => owner.call(routes.design, { params: { ref, id } })

  return {
    owner,
    reader,
    ref,
    engine: install.engine,
    close,
    getDesign,
    run,
    listRows: async (query: string) => (await (await database()).text(query)).rows,
    create: (design: TableDesign, client = owner) =>
      client.call(routes.create, { params: { ref }, body: { action: 'create', design } }),
    previewed: (body: SentTo<typeof routes.preview>['body'], client = owner) =>
      client.call(routes.preview, { params: { ref }, body }),
    change: (body: TableChange, client = owner) =>
      client.call(routes.change, { params: { ref }, body }),
    /** Names of the tables that are listed and contain the text. */
    names: async (search: string) => {
      const input = { params: { ref }, query: { search } }
      const { tables } = await owner.call(databaseTables.list, input)
      return tables.map(({ schema, name }) => `${schema}.${name}`)
    },
    /** The change from the current table to the given design. */
    altered: async (id: number, more: (design: TableDesign) => Partial<TableDesign>) => {
      const { design, version } = await getDesign(id)
      const next = { ...design, ...more(design) }
      const before = new Set(design.columns.map(({ name }) => name))
      const columns = next.columns.map((one) => ({
        ...one,
        was: before.has(one.name) ? one.name : null,
        using: null,
      }))
      const change = { action: 'alter', table_id: id, version, online: false } as const
      return { ...change, design: { ...next, columns } }
    },
    audited: (action: string) =>
      install.store
        .selectFrom('audit_log')
        .select(['outcome', 'target_name', 'after'])
        .where('action', '=', action)
        .orderBy('number')
        .execute(),
  }
}

/** A column of plain text that may be null. */
export const column = (name: string, more: Partial<ColumnDesign> = {}): ColumnDesign => ({
  name,
  data_type: 'text',
  is_nullable: true,
  default: null,
  identity: null,
  generated: null,
  is_unique: false,
  check: null,
  comment: null,
  ...more,
})

/** A number that counts by itself. */
export const idColumn = column('id', {
  data_type: 'bigint',
  identity: 'by default',
  is_nullable: false,
})

/** A table whose rows are counted. */
export const designNamed = (name: string, more: Partial<TableDesign> = {}): TableDesign => ({
  schema: 'public',
  name,
  comment: null,
  rls_enabled: true,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [],
  columns: [idColumn],
  ...more,
})
