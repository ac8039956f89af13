import { ApiError } from '@basalt/contract/errors'
import { type Snippet, snippets, type SnippetSummary } from '@basalt/contract/project/snippets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { notify } from '../../../lib/browser/toast.ts'
import { formatBytes } from '../../../lib/format/format-bytes.ts'
import { formatExact } from '../../../lib/format/format-time.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { snippetQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextDiff } from '../../../ui/text-diff/TextDiff.tsx'
import { versionQuery, versionsQuery } from './queries.ts'

type Props = { projectRef: string; snippet: SnippetSummary; onClose: () => void }

/** The texts that a query had, any two of them compared, and the way back to one. */
export function VersionsPanel({ projectRef, snippet, onClose }: Props) {
  const { data: versions, error } = useQuery(versionsQuery(projectRef, snippet.id))
  return (
    <Dialog
      isOpen
      kind="panel"
      width="large"
      title={`Versions of “${snippet.name}”`}
      onClose={onClose}
    >
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {error === null && versions === undefined && <SkeletonRows rows={5} className="h-7" />}
      {versions?.length === 0 && (
        <p className="text-ink-soft">
          No versions yet. While you type, a version is saved every minute.
        </p>
      )}
      {versions !== undefined && versions.length > 0 && (
        <Comparison
          projectRef={projectRef}
          snippet={snippet}
          choices={versions.map(({ version, saved_at, saved_by, size_bytes }) => ({
            value: String(version),
            label: [
              `Version ${version}`,
              formatExact(saved_at),
              ...(saved_by === null ? [] : [saved_by]),
              formatBytes(size_bytes),
            ].join(' · '),
          }))}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

const skeleton = <SkeletonRows rows={6} className="h-5" />

type ComparisonProps = Props & { choices: readonly { value: string; label: string }[] }

function Comparison({ projectRef, snippet, choices, onClose }: ComparisonProps) {
  const [older, setOlder] = useState(choices[0]?.value ?? 'now')
  const [newer, setNewer] = useState('now')
  const [before, after] = [useText(projectRef, snippet, older), useText(projectRef, snippet, newer)]
  const restore = useRestoreVersion(projectRef, snippet.id)
  const error = before.error ?? after.error ?? restore.error
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3">
        <VersionField label="Earlier version" value={older} choices={choices} onChange={setOlder} />
        <VersionField label="Compared with" value={newer} choices={choices} onChange={setNewer} />
      </div>
      {error !== null && <Notice tone="bad">{error.message}</Notice>}
      {before.sql === undefined || after.sql === undefined ? (
        skeleton
      ) : (
        <TextDiff before={before.sql} after={after.sql} label="Version comparison" />
      )}
      <div className="flex justify-end gap-2">
        <Button
          variant="primary"
          size="large"
          isPending={restore.isPending}
          disabledReason={restoreDenied(snippet, older, before.sql)}
          onClick={() => restore.mutate(before.sql ?? '', { onSuccess: onClose })}
        >
          Restore this version
        </Button>
      </div>
    </div>
  )
}

function restoreDenied(snippet: SnippetSummary, older: string, sql: string | undefined) {
  if (!snippet.may_change) return 'Shared by someone else. Duplicate it to change it'
  if (older === 'now') return 'Choose an earlier version'
  return sql === undefined ? 'The version is loading' : undefined
}

type FieldProps = {
  label: string
  value: string
  choices: ComparisonProps['choices']
  onChange: (value: string) => void
}

const VersionField = ({ label, value, choices, onChange }: FieldProps): ReactNode => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        size="large"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="now">Current version</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

function useText(projectRef: string, { id }: SnippetSummary, which: string) {
  const isNow = which === 'now'
  const now = useQuery({ ...snippetQuery(projectRef, id), enabled: isNow })
  const stored = useQuery({ ...versionQuery(projectRef, id, Number(which)), enabled: !isNow })
  const { data, error } = isNow ? now : stored
  return { sql: data?.sql, error }
}

/** The text becomes the present one, and the present one a version. */
function useRestoreVersion(ref: string, id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (sql: string): Promise<Snippet> => {
      const { version } = await client.fetchQuery({ ...snippetQuery(ref, id), staleTime: 0 })
      const body = { sql, version, keeps: true }
      return call(snippets.update, { params: { ref, id }, body })
    },
    onSuccess: (snippet) => {
      client.setQueryData(snippetQuery(ref, id).queryKey, snippet)
      void invalidate(client, snippets.list)
      void invalidate(client, snippets.versions)
      notify.success('Version restored')
    },
    onError: (error) => {
      if (error instanceof ApiError && error.kind === 'conflict')
        void invalidate(client, snippets.get)
    },
  })
}
