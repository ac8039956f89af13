import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import type { Boot } from '@basalt/contract/boot'
import { databaseQuery } from '@basalt/contract/database/query'
import { organizations } from '@basalt/contract/organization/organizations'
import { snippets } from '@basalt/contract/project/snippets'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { writeFirstVisits } from '../testing/first-visits.ts'
import {
  type ConnectedClient,
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'

let folder: TemporaryFolder
let install: TestInstall
let client: ConnectedClient
let slug: string

beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'assets'))
  await writeFile(
    join(folder.path, 'index.html'),
    '<!doctype html><html><head><title>Basalt</title></head><body><div id="root"></div></body></html>',
  )
  await writeFile(join(folder.path, 'assets', 'app-1a2b.js'), 'console.log(1)')
  await writeFile(
    join(folder.path, 'assets', 'app-1a2b.js.br'),
    brotliCompressSync('console.log(1)'),
  )
  await writeFile(join(folder.path, 'assets', 'grammar-worker-1a2b.js'), 'postMessage(1)')
  await writeFile(join(folder.path, 'assets', 'libpg-query-1a2b.wasm'), '')
  await writeFile(join(folder.path, 'favicon.svg'), '<svg/>')
  await writeFirstVisits(folder.path)
  install = await startTestInstall({ dashboardDirectory: folder.path })
  const owner = await signUpOwner(install)
  client = owner.client
  slug = owner.organization.slug
})
afterAll(async () => {
  await install.close()
  await folder.remove()
})

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(install.url + path, { headers })

const getCookie = ({ cookies }: ConnectedClient) =>
  [...cookies].map((pair) => pair.join('=')).join('; ')

const cookie = () => getCookie(client)

async function getBoot(path: string, headers: Record<string, string> = {}): Promise<Boot> {
  const html = await (await open(path, headers)).text()
  const json = /id="basalt-boot">([\s\S]*?)<\/script>/u.exec(html)?.[1] ?? ''
  return JSON.parse(json) as Boot
}

describe('a page', () => {
  test.each([
    '/',
    '/sign-in',
    '/project/abc/editor/1',
    '/nothing/here',
    '/platformer',
    '/assets',
    '/%E0%A4%A',
  ])(
    'at %s is the dashboard, which other sites cannot frame and foreign scripts cannot enter',
    async (path) => {
      const response = await open(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(await response.text()).toContain('<div id="root">')
    },
  )

  test('has the capabilities of the install, and nothing more for a visitor', async () => {
    const boot = await getBoot('/organizations')
    expect(boot.install.capabilities).toContain('accounts')
    expect(boot.answers).toEqual([])
  })

  test('has the first answers of its screen for the member who opens it', async () => {
    const project = await createProject(client, slug)
    await client.stream(
      databaseQuery.run,
      {
        params: { ref: project.ref },
        body: {
          query:
            "create table t (id int primary key, note text); insert into t values (1, '</script><b>')",
        },
      },
      { onLine: () => undefined },
    )
    const tables = await getBoot(`/project/${project.ref}/editor`, { cookie: cookie() })
    const list = tables.answers.find(({ route }) => route === 'GET /platform/pg-meta/{ref}/tables')
    const [table] =
      (list?.data as { tables: { id: number; name: string }[] } | undefined)?.tables ?? []
    expect(table?.name).toBe('t')

    const boot = await getBoot(`/project/${project.ref}/editor/${table?.id}`, { cookie: cookie() })
    const rows = boot.answers.find(({ route }) => route.endsWith('/rows'))
    expect(rows?.data).toMatchObject({ rows: [['1', '</script><b>']], has_more: false })
    expect(boot.answers.map(({ route }) => route)).toContain('GET /platform/profile')
  })

  test('has the query that it shows, and none of other users', async () => {
    const { client: writer, organization } = await signUpOwner(install)
    const { ref } = await createProject(writer, organization.slug)
    const id = crypto.randomUUID()
    const body = { id, name: 'Mosses', sql: 'select * from mosses' }
    await writer.call(snippets.create, { params: { ref }, body })
    const path = `/project/${ref}/sql/${id}`
    const read = ({ answers }: Boot) => answers.find(({ route }) => route.endsWith('/content/{id}'))
    expect(read(await getBoot(path, { cookie: getCookie(writer) }))).toMatchObject({
      input: { params: { ref, id } },
      data: body,
    })
    expect(read(await getBoot(path, { cookie: getCookie(client) }))).toBeUndefined()
    const deleted = path.replace(id, crypto.randomUUID())
    expect(read(await getBoot(deleted, { cookie: getCookie(writer) }))).toBeUndefined()
  })

  test('has no answers of other users', async () => {
    const project = await createProject(client, slug)
    const outsider = await signUpOwner(install)
    const boot = await getBoot(`/project/${project.ref}/editor`, {
      cookie: getCookie(outsider.client),
    })
    expect(JSON.stringify(boot)).not.toContain(project.ref)
  })

  test('cannot be escaped by a name', async () => {
    await client.call(organizations.create, {
      body: { name: '</script><script>alert(1)</script>' },
    })
    const html = await (await open('/organizations', { cookie: cookie() })).text()
    expect(html).not.toContain('<script>alert')
    const boot = await getBoot('/organizations', { cookie: cookie() })
    expect(JSON.stringify(boot)).toContain('</script><script>alert(1)')
  })
})

describe('a file', () => {
  test('with a hash in its name is cached permanently and compressed', async () => {
    const response = await open('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe('console.log(1)')
  })

  test('without one is revalidated', async () => {
    const response = await open('/favicon.svg')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
  })

  test('may compile WebAssembly in the worker that parses SQL, and nowhere else', async () => {
    const getPolicy = async (path: string) => {
      const { headers } = await open(path)
      const parts = headers.get('content-security-policy')?.split('; ') ?? []
      return parts.find((part) => part.startsWith('script-src '))
    }
    expect(await getPolicy('/assets/grammar-worker-1a2b.js')).toBe(
      "script-src 'self' 'wasm-unsafe-eval'",
    )
    for (const path of ['/assets/app-1a2b.js', '/sign-in', '/grammar-worker-1a2b.js']) {
      expect(await getPolicy(path)).toBe("script-src 'self'")
    }
    const program = await open('/assets/libpg-query-1a2b.wasm')
    expect(program.headers.get('content-type')).toBe('application/wasm')
  })

  test.each(['/assets/missing.js', '/assets/../../secret-key', '/assets/%2e%2e/%2e%2e/etc/passwd'])(
    'outside of the build is not served: %s',
    async (path) => {
      const response = await open(path)
      const text = await response.text()
      expect(text).not.toContain('root:')
      expect(response.status === 404 || text.includes('<div id="root">')).toBe(true)
    },
  )
})
