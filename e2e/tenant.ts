import { signIn } from '@basalt/contract/account/sign-in'
import { databaseQuery } from '@basalt/contract/database/query'
import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import type { InputOf } from '@basalt/contract/route'
import { clientWithCookies, waitFor } from '@basalt/testkit'

export const tenantPassword = 'plain-otter-Velvet-41-quarry'

export type Tenant = Awaited<ReturnType<typeof signUpTenant>>

/** Signs up an account with an organization and a project whose database answers. */
export async function signUpTenant(url: string, name: string) {
  let connection = ''
  const client = clientWithCookies(url, (route) =>
    route.path.startsWith('/platform/pg-meta/') && connection !== ''
      ? { 'x-connection-encrypted': connection }
      : {},
  )
  await client.call(signIn.signUp, {
    body: { email: `${name}@example.test`, password: tenantPassword },
  })
  const { slug } = await client.call(organizations.create, { body: { name } })
  const { ref } = await client.call(projects.create, {
    body: { organization_slug: slug, name: 'Shop', db_pass: tenantPassword, region: 'us-east-2' },
  })
  const project = await waitFor(
    async () => {
      const found = await client.call(projects.detail, { params: { ref } })
      return found.status === 'ACTIVE_HEALTHY' && found.connectionString !== null
        ? found
        : undefined
    },
    { what: `The project of ${name} answers`, timeoutMs: 30_000 },
  )
  connection = project.connectionString ?? ''
  const { connection: address } = project
  if (address === null) throw new Error(`The project of ${name} has no address`)

  /** Runs a script and returns its rows; an error line is thrown. */
  async function run(
    query: string,
    { signal, ...body }: Partial<InputOf<typeof databaseQuery.run>['body']> & RunSignal = {},
  ): Promise<(string | null)[][]> {
    const rows: (string | null)[][] = []
    let failure: string | undefined
    await client.stream(
      databaseQuery.run,
      { params: { ref }, body: { query, ...body } },
      {
        ...(signal !== undefined && { signal }),
        onLine: (line) => {
          if (line.type === 'rows') rows.push(...line.rows)
          if (line.type === 'error') failure = line.message
        },
      },
    )
    if (failure !== undefined) throw new Error(failure)
    return rows
  }

  /** Headers with which a plain HTTP client acts as this tenant. */
  const headers = () => ({
    cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
    origin: url,
    'content-type': 'application/json',
    'x-connection-encrypted': connection,
  })

  return { client, slug, ref, run, headers, database: { ...address, password: tenantPassword } }
}

type RunSignal = { signal?: AbortSignal }
