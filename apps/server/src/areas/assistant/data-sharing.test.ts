import { assistant } from '@basalt/contract/project/assistant'
import { type ModelServer, startModelServer } from '@basalt/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import {
  type AssistantFixtures,
  assistantFixtures,
  announcedIn,
} from '../../testing/assistant-fixtures.ts'
import { startInstallOfOne } from '../../testing/install-of-one.ts'
import { organizationOn } from '../../testing/organization-fixtures.ts'
import { signUpOwner, startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { openAiCompatibleModel } from './model/openai-compatible-model.ts'

let fixtures: AssistantFixtures

beforeAll(async () => {
  fixtures = await assistantFixtures()
})
afterAll(() => fixtures.close())

const nothingChosen = {
  kind: 'forbidden',
  message:
    'The assistant is off until an owner of the organization turns on data sharing: Organization settings → General → Assistant.',
}

describe('before an owner has allowed data sharing', () => {
  test('the assistant reports that it is off, and who can switch it on', async () => {
    await fixtures.choose()
    expect(await fixtures.state()).toEqual({
      model: 'scripted',
      host: fixtures.server.host,
      may: [],
      off: 'not_chosen',
    })
    fixtures.server.say({ text: 'Never said' })
    await expect(fixtures.ask('Why?')).rejects.toMatchObject(nothingChosen)
    expect(fixtures.server.requests).toEqual([])
  })
})

describe('a user who may run queries', () => {
  test('may ask, also with the read-only role', async () => {
    await fixtures.choose('AI_SQL_GENERATOR_OPT_IN')
    const { client, email } = await fixtures.member('Read-only')
    fixtures.server.say({ text: 'So.' })
    expect(announcedIn(await fixtures.ask('Why?', { client }))).toBe('So.')
    expect((await fixtures.state(client)).may).toEqual(['AI_SQL_GENERATOR_OPT_IN'])
    expect((await fixtures.audited()).at(-1)?.actor_name).toBe(email)
  })

  test('must be a member: for others the project does not exist', async () => {
    const { client } = await signUpOwner(fixtures.install)
    await expect(fixtures.ask('Why?', { client })).rejects.toMatchObject({ code: 404 })
    await expect(fixtures.state(client)).rejects.toMatchObject({ code: 404 })
  })
})

describe('when the spend cap is reached', () => {
  const spend = async (percent: number) => {
    const { id } = fixtures.organization
    await fixtures.install.store
      .updateTable('subscriptions')
      .set({ spend_step: percent })
      .where('organization_id', '=', id)
      .execute()
  }
  afterEach(() => spend(0))

  test('the assistant stops first, and explains the next step', async () => {
    await fixtures.choose('AI_SQL_GENERATOR_OPT_IN')
    await spend(90)
    expect((await fixtures.state()).off).toBeNull()
    await spend(100)
    expect((await fixtures.state()).off).toBe('spend_cap')
    await expect(fixtures.ask('Why?')).rejects.toMatchObject({
      kind: 'payment_required',
      message: expect.stringContaining('The spend cap is reached, so the assistant is off.'),
    })
  })
})

describe('on an install', () => {
  let server: ModelServer
  let install: TestInstall

  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.close())
  afterEach(() => install.close())

  const model = () => openAiCompatibleModel({ baseUrl: server.url, name: 'own', apiKey: null })

  test('without organizations the schema is shared and rows are not', async () => {
    install = await startInstallOfOne({ model: model(), capabilities: ['assistant'] })
    await (await install.engine.open('default', 'owner')).text('create table plants (id int)')
    const { call, stream } = install.client()
    const params = { ref: 'default' }
    const reported = { may: ['AI_SQL_GENERATOR_OPT_IN'], off: null }
    expect(await call(assistant.state, { params })).toMatchObject(reported)
    server.say({ text: 'Plants.' })
    const messages = [{ role: 'user' as const, text: 'What is there?' }]
    await stream(assistant.answer, { params, body: { messages } }, { onLine: () => undefined })
    expect(server.requests[0]?.text).toContain('public.plants: id integer')
  })

  test('whose operator has switched levels off, those are off for every organization', async () => {
    install = await startTestInstall({
      model: model(),
      capabilities: ['accounts', 'organizations', 'projects', 'billing', 'outbox', 'assistant'],
      disabledFeatures: ['ai:opt_in_level_schema_and_log_and_data'],
    })
    const organization = await organizationOn(install, 'pro')
    const params = { ref: await organization.project('Shop') }
    await install.store
      .updateTable('organizations')
      .set({ ai_opt_in: ['AI_SQL_GENERATOR_OPT_IN', 'AI_DATA_GENERATOR_OPT_IN'] })
      .where('slug', '=', organization.slug)
      .execute()
    const { may } = await organization.owner.client.call(assistant.state, { params })
    expect(may).toEqual(['AI_SQL_GENERATOR_OPT_IN'])
  })

  test('without a model there is no assistant', async () => {
    install = await startTestInstall()
    expect(install.endpointNames.filter((name) => name.includes('assistant'))).toEqual([])
  })
})
