import { profiles } from '@basalt/contract/account/profile'
import { signIn } from '@basalt/contract/account/sign-in'
import { databaseQuery, type QueryLine } from '@basalt/contract/database/query'
import { databaseTables } from '@basalt/contract/database/tables'
import { projects } from '@basalt/contract/project/projects'
import { clientWithCookies } from '@basalt/testkit'
import type { Browser, Page } from 'playwright-core'

import { openVisitor, type Visitor } from './browser.ts'
import { createProject, type MadeProject } from './steps.ts'

export type Person = {
  client: ReturnType<typeof clientWithCookies>
  /** Gives access to the project's database. */
  enter: (ref: string) => Promise<void>
  /** Everything that a query answers, errors too. */
  listLines: (query: string) => Promise<QueryLine[]>
  /** A browser in which this person is signed in. */
  open: (browser: Browser) => Promise<Visitor>
}

/** A user who has just signed up. */
export async function newPerson(url: string, email: string): Promise<Person> {
  let connection = ''
  let project = ''
  const client = clientWithCookies(url, () => ({ 'x-connection-encrypted': connection }))
  await client.call(signIn.signUp, { body: { email, password: 'plain-otter-Velvet-41-quarry' } })
  await client.call(profiles.get, {})
  return {
    client,
    async enter(ref) {
      project = ref
      connection = (await client.call(projects.detail, { params: { ref } })).connectionString ?? ''
    },
    async listLines(query) {
      const lines: QueryLine[] = []
      const input = { params: { ref: project }, body: { query } }
      await client.stream(databaseQuery.run, input, { onLine: (line) => lines.push(line) })
      return lines
    },
    async open(browser) {
      const visitor = await openVisitor(browser, { url })
      await visitor.context.addCookies(
        [...client.cookies].map(([name, value]) => ({ name, value, url })),
      )
      return visitor
    },
  }
}

export type EditorVisit = {
  visitor: Visitor
  page: Page
  /** The owner of the project. */
  owner: Person
  project: MadeProject
  /** The address of the table editor without a table. */
  editor: string
  /** The address of a table of the schema public in the table editor. */
  addressOf: (table: string) => string
  /** The rows that a query answers, as PostgreSQL prints them. */
  ask: (query: string) => Promise<(string | null)[][]>
  /** Deletes the project, so that its database stops. */
  end: () => Promise<void>
}

/** A signed-in user with one project, in whose database `setup` was run. */
export async function visitEditor(
  browser: Browser,
  { url, email, setup }: { url: string; email: string; setup: string },
): Promise<EditorVisit> {
  const owner = await newPerson(url, email)
  const project = await createProject(owner.client)
  const { ref } = project
  await owner.enter(ref)

  async function ask(query: string) {
    const lines = await owner.listLines(query)
    const error = lines.find((line) => line.type === 'error')
    if (error !== undefined) throw new Error(error.message)
    return lines.flatMap((line) => (line.type === 'rows' ? line.rows : []))
  }

  await ask(setup)
  const { tables } = await owner.client.call(databaseTables.list, {
    params: { ref },
    query: { included_schemas: ['public'] },
  })
  const ids = new Map(tables.map(({ name, id }) => [name, id]))
  const visitor = await owner.open(browser)
  // The consent toast would appear during a click, and move its target.
  await visitor.context.addInitScript(() => {
    // A page that crashed is no page of the install, and has no storage.
    if (location.protocol === 'http:') localStorage.setItem('basalt.consent', '{}')
  })
  return {
    visitor,
    page: visitor.page,
    owner,
    project,
    editor: `/project/${ref}/editor`,
    addressOf: (table) => `/project/${ref}/editor/${ids.get(table) ?? 0}`,
    ask,
    async end() {
      await owner.client.call(projects.remove, { params: { ref } })
    },
  }
}
