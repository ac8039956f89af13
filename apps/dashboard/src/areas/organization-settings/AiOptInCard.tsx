import {
  aiOptInFeatures,
  type AiOptInKey,
  aiOptInKeys,
  type OrganizationSettings,
  organizationSettings,
} from '@basalt/contract/organization/settings'
import { assistant } from '@basalt/contract/project/assistant'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { settingsQuery } from './queries.ts'

const choices: Record<AiOptInKey, { label: string; note: string }> = {
  AI_SQL_GENERATOR_OPT_IN: {
    label: 'Schema',
    note: 'Names of schemas, tables, columns and functions, to write matching SQL.',
  },
  AI_DATA_GENERATOR_OPT_IN: {
    label: 'Data',
    note: 'Rows returned by its queries, to answer questions about them.',
  },
  AI_LOG_GENERATOR_OPT_IN: {
    label: 'Logs',
    note: 'Log lines, to find the cause of errors.',
  },
}

/** SPEC.md section 9, "AI opt-in keys": data sharing with the assistant. Each is off by default. */
export function AiOptInCard({ settings }: { settings: OrganizationSettings }) {
  const client = useQueryClient()
  const denied = useDenied(organizationSettings.updateAiOptIn, 'change the assistant settings')
  const { slug, ai_opt_in: chosen } = settings
  const save = useMutation({
    mutationFn: (keys: AiOptInKey[]) =>
      call(organizationSettings.updateAiOptIn, { params: { slug }, body: { keys } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery(slug).queryKey, saved)
      void invalidate(client, assistant.state)
    },
    onError: (error) => notify.error(error.message),
  })
  const shown = save.isPending ? save.variables : chosen

  return (
    <Card
      title="Assistant"
      description="Data shared with the AI model, in every project of the organization. Nothing is shared until you select it here."
    >
      <CardBody>
        <fieldset className="flex flex-col gap-3" aria-busy={save.isPending}>
          <legend className="sr-only">Data shared with the AI model</legend>
          {aiOptInKeys.map((key) => (
            <Choice
              key={key}
              keyName={key}
              isChosen={shown.includes(key)}
              isDisabled={denied !== undefined || save.isPending}
              onChange={(isChosen) =>
                save.mutate(
                  aiOptInKeys.filter((one) => (one === key ? isChosen : shown.includes(one))),
                )
              }
            />
          ))}
        </fieldset>
        {denied !== undefined && <p className="text-xs text-ink-faint">{denied}</p>}
      </CardBody>
    </Card>
  )
}

type ChoiceProps = {
  keyName: AiOptInKey
  isChosen: boolean
  isDisabled: boolean
  onChange: (isChosen: boolean) => void
}

function Choice({ keyName, isChosen, isDisabled, onChange }: ChoiceProps) {
  const id = useId()
  const { label, note } = choices[keyName]
  const switchedOff = useSwitchedOff(aiOptInFeatures[keyName])
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-note`}
        className="mt-0.5 size-4 flex-none"
        checked={isChosen}
        disabled={isDisabled || switchedOff !== undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="flex min-w-0 flex-col">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span id={`${id}-note`} className="text-ink-soft">
          {switchedOff ?? note}
        </span>
        <code className="font-mono text-xs break-all text-ink-faint">{keyName}</code>
      </div>
    </div>
  )
}
