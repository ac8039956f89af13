import { type AiOptInKey, organizationSettings } from '@basalt/contract/organization/settings'
import {
  assistant,
  type AssistantLine,
  type AssistantMessage,
} from '@basalt/contract/project/assistant'
import { startModelServer } from '@basalt/testkit'

import { openAiCompatibleModel } from '../areas/assistant/model/openai-compatible-model.ts'
import { projectFixtures } from './project-fixtures.ts'
import type { ConnectedClient } from './test-install.ts'

export type AssistantFixtures = Awaited<ReturnType<typeof assistantFixtures>>

/** A project whose assistant uses a scripted model. */
export async function assistantFixtures() {
  const server = await startModelServer('the-key')
  const model = openAiCompatibleModel({
    baseUrl: server.url,
    name: 'scripted',
    apiKey: 'the-key',
    quietMs: 10_000,
  })
  const fixtures = await projectFixtures({
    model,
    capabilities: ['accounts', 'organizations', 'projects', 'billing', 'outbox', 'assistant'],
  })
  const { owner, ref, organization, install } = fixtures
  return {
    ...fixtures,
    server,
    choose: (...keys: AiOptInKey[]) =>
      owner.call(organizationSettings.updateAiOptIn, {
        params: { slug: organization.slug },
        body: { keys },
      }),
    state: (client: ConnectedClient = owner) => client.call(assistant.state, { params: { ref } }),
    async ask(
      messages: string | AssistantMessage[],
      { client = owner, signal }: { client?: ConnectedClient; signal?: AbortSignal } = {},
    ): Promise<AssistantLine[]> {
      const lines: AssistantLine[] = []
      const body = {
        messages:
          typeof messages === 'string' ? [{ role: 'user' as const, text: messages }] : messages,
      }
      await client.stream(
        assistant.answer,
        { params: { ref }, body },
        { onLine: (line) => void lines.push(line), ...(signal !== undefined && { signal }) },
      )
      return lines
    },
    audited: () =>
      install.store
        .selectFrom('audit_log')
        .select(['outcome', 'target_kind', 'target_id', 'after', 'actor_name', 'project_ref'])
        .where('action', '=', 'assistant.asked')
        .orderBy('number')
        .execute(),
    async close() {
      await fixtures.close()
      await server.close()
    },
  }
}

/** The text of an answer, joined. */
export const announcedIn = (lines: readonly AssistantLine[]) =>
  lines.flatMap((line) => (line.type === 'text' ? line.text : [])).join('')
