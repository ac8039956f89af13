import { databaseHistory, type HistorySettings } from '@basalt/contract/database/history'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { plural } from '../../../lib/format/format.ts'
import { call, invalidate, query } from '../../../lib/network/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'

const hours = [1, 6, 24, 72, 168, 720]
const megabytes = [16, 64, 256, 1024, 4096]
const bytesOfMegabyte = 1_048_576

/** The retention and size of the history, or off. */
export function HistorySettingsForm({ projectRef }: { projectRef: string }) {
  const denied = useDenied(databaseHistory.writeSettings, 'change the history settings')
  const { data } = useQuery(query(databaseHistory.readSettings, { params: { ref: projectRef } }))
  const write = useWriting(projectRef)
  if (data === undefined) return null
  const change = (part: Partial<HistorySettings>) => write.mutate({ ...data, ...part })
  return (
    <div className="flex w-full flex-wrap items-end gap-3">
      <Field label="Retention">
        {(control) => (
          <Select
            {...control}
            disabled={denied !== undefined || !data.is_on}
            value={data.window_hours}
            onChange={(event) => change({ window_hours: Number(event.target.value) })}
          >
            {withOwn(hours, data.window_hours).map((value) => (
              <option key={value} value={value}>
                {value % 24 === 0 ? plural(value / 24, 'day') : plural(value, 'hour')}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Size limit">
        {(control) => (
          <Select
            {...control}
            disabled={denied !== undefined || !data.is_on}
            value={data.most_bytes / bytesOfMegabyte}
            onChange={(event) =>
              change({ most_bytes: Number(event.target.value) * bytesOfMegabyte })
            }
          >
            {withOwn(megabytes, data.most_bytes / bytesOfMegabyte).map((value) => (
              <option key={value} value={value}>
                {formatBytes(value * bytesOfMegabyte)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <span className="flex-1" />
      <Switch settings={data} write={write} denied={denied} />
      {write.error !== null && <p className="basis-full text-bad">{write.error.message}</p>}
    </div>
  )
}

function useWriting(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: HistorySettings) =>
      call(databaseHistory.writeSettings, { params: { ref }, body }),
    onSuccess: () =>
      Promise.all([
        invalidate(client, databaseHistory.readSettings),
        invalidate(client, databaseHistory.list),
      ]),
  })
}

type SwitchProps = {
  settings: HistorySettings
  write: ReturnType<typeof useWriting>
  denied: string | undefined
}

/** Switching it off deletes the history, so it asks first. */
function Switch({ settings, write, denied }: SwitchProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const toggle = (isOn: boolean) =>
    write.mutate({ ...settings, is_on: isOn }, { onSuccess: () => setIsConfirming(false) })
  return (
    <>
      <Button
        disabledReason={denied}
        isPending={write.isPending}
        onClick={() => (settings.is_on ? setIsConfirming(true) : toggle(true))}
      >
        {settings.is_on ? 'Turn off history' : 'Turn on history'}
      </Button>
      <Confirm
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Turn off history"
        confirmLabel="Turn off and delete history"
        isPending={write.isPending}
        error={write.error}
        onConfirm={() => toggle(false)}
      >
        <p>All recorded changes are deleted and can no longer be undone.</p>
      </Confirm>
    </>
  )
}

/** A value that was set by other means is offered too. */
const withOwn = (offered: readonly number[], own: number): number[] =>
  [...new Set([...offered, own])].toSorted((one, other) => one - other)
