import { mkdir, writeFile } from 'node:fs/promises'

import { projects } from '@basalt/contract/project/projects'
import { type TemporaryFolder, temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { grantRole } from '../demo/demo.ts'
import { insertProject } from '../store/projects.ts'
import { writeFirstVisits } from '../testing/first-visits.ts'
import {
  type ConnectedClient,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../testing/test-install.ts'

const ref = 'refusedrefusedrefuse'

let folder: TemporaryFolder
let install: TestInstall
let client: ConnectedClient
let email: string

beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(folder.path, { recursive: true })
  await writeFile(`${folder.path}/index.html`, '<html><head></head><body></body></html>')
  await writeFirstVisits(folder.path)
  install = await startTestInstall({ dashboardDirectory: folder.path })
  const { organization } = await signUpOwner(install)
  ;({ client, email } = await signUp(install, 'guest'))
  await insertProject(
    install.store,
    {
      ref,
      name: 'Shop',
      organization_id: organization.id,
      cloud_provider: 'AWS',
      region: 'us-east-1',
      compute_size: 'ci_small',
    },
    null,
  )
  await install.store
    .insertInto('custom_roles')
    .values({
      organization_id: organization.id,
      name: 'Onlooker',
      rights: ['project.project-management.view'],
    })
    .execute()
  const role = await install.store.selectFrom('custom_roles').select('id').executeTakeFirstOrThrow()
  await grantRole(install.store, {
    email,
    organizationSlug: organization.slug,
    assignment: {
      role: null,
      project_roles: [{ project_ref: ref, role: null, custom_role_id: role.id }],
    },
  })
})
afterAll(async () => {
  await install.close()
  await folder.remove()
})

const refused = () =>
  install.store
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'actor_name', 'project_ref', 'target_id', 'request_id'])
    .where('outcome', '=', 'refused')
    .orderBy('at')
    .execute()

test('a page that shows less than requested is no refused action', async () => {
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  const page = await fetch(`${install.url}/project/${ref}/editor`, { headers: { cookie } })
  const html = await page.text()
  expect(html).toContain(`"ref":"${ref}"`)
  expect(html).not.toContain('/platform/pg-meta/{ref}/schemas')
  expect(await refused()).toEqual([])
})

test('a refused action is recorded with its actor and its target', async () => {
  const rename = client.call(projects.rename, { params: { ref }, body: { name: 'Mine' } })
  await expect(rename).rejects.toMatchObject({ code: 403 })
  expect(await refused()).toEqual([
    {
      action: 'access.refused',
      outcome: 'refused',
      actor_name: email,
      project_ref: ref,
      target_id: 'write:Update projects',
      request_id: expect.stringMatching(/^[\w-]{8,64}$/u) as string,
    },
  ])
})
