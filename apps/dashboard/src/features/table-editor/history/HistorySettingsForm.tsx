import { databaseHistory, type HistorySettings } from '@basalt/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../../../lib/access.tsx'
import { call, invalidate, query } from '../../../lib/api.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'

const hours = [1, 6, 24, 72, 168, 720]
const megabytes = [16, 64, 256, 1024, 4096]
const bytesOfMegabyte = 1_048_576

/** How long and how much is kept, or nothing at all. */
export function HistorySettingsForm({ projectRef }: { projectRef: string }) {
  const client = useQueryClient()
  const denied = useDenied(databaseHistory.writeSettings, 'change this')
  const { data } = useQuery(query(databaseHistory.readSettings, { params: { ref: projectRef } }))
  const write = useMutation({
    mutationFn: (body: HistorySettings) =>
      call(databaseHistory.writeSettings, { params: { ref: projectRef }, body }),
    onSuccess: () =>
      Promise.all([
        invalidate(client, databaseHistory.readSettings),
        invalidate(client, databaseHistory.list),
      ]),
  })
  if (data === undefined) return null
  const change = (part: Partial<HistorySettings>) => write.mutate({ ...data, ...part })
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-line pt-3">
      <Field label="Kept for">
        {(control) => (
          <Select
            {...control}
            disabled={denied !== undefined || !data.is_on}
            value={data.window_hours}
            onChange={(event) => change({ window_hours: Number(event.target.value) })}
          >
            {withOwn(hours, data.window_hours).map((value) => (
              <option key={value} value={value}>
                {value % 24 === 0 ? `${value / 24} d` : `${value} h`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="At most">
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
              <option key={value} value={value}>{`${value} MB`}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        disabledReason={denied}
        isPending={write.isPending}
        onClick={() => change({ is_on: !data.is_on })}
      >
        {data.is_on ? 'Keep no history' : 'Keep a history'}
      </Button>
      {write.error !== null && <p className="basis-full text-bad">{write.error.message}</p>}
    </div>
  )
}

/** A value that was set by other means is offered too. */
const withOwn = (offered: readonly number[], own: number): number[] =>
  [...new Set([...offered, own])].toSorted((one, other) => one - other)
