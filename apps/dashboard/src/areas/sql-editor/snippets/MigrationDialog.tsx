import { databaseMigrations } from '@basalt/contract/database/migrations'
import type { SnippetSummary } from '@basalt/contract/project/snippets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { call, invalidate } from '../../../lib/network/api.ts'
import { paths } from '../../../lib/paths.ts'
import { snippetQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { lengthFault, nameFault } from './name-fault.ts'
import { fileWord, migrationVersion } from './snippet-files.ts'

type Props = { projectRef: string; snippet: SnippetSummary; onClose: () => void }

/** Records the text of a query as an applied migration, without running it. */
export function MigrationDialog({ projectRef, snippet, onClose }: Props) {
  const go = useGo()
  const { data, error } = useQuery(snippetQuery(projectRef, snippet.id))
  const [version, setVersion] = useState(() => migrationVersion(new Date()))
  const [name, setName] = useState(fileWord(snippet.name))
  const record = useRecordMigration(projectRef)
  const failure = error ?? record.error
  const denied = useDenied(databaseMigrations.record, 'record migrations')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (data === undefined || invalid(version, name) !== undefined) return
    record.mutate(
      { version, name, sql: data.sql },
      {
        onSuccess: () => {
          const open = () => go(paths.migrations(projectRef))
          notify.success(`Migration ${version} recorded`, { label: 'Show', run: open })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save as migration"
      description="Records the saved text as an applied migration in the database. Nothing is run."
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Version"
          help="14 digits: year, month, day and time in UTC"
          value={version}
          onChange={setVersion}
        />
        <TextField label="Name" error={lengthFault(name)} value={name} onChange={setName} />
        {failure !== null && <Notice tone="bad">{failure.message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            size="large"
            variant="primary"
            isPending={record.isPending}
            disabledReason={denied ?? invalid(version, name)}
          >
            Save as migration
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type FieldProps = {
  label: string
  help?: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

const TextField = ({ label, help, error, value, onChange }: FieldProps) => (
  <Field label={label} error={error} {...(help !== undefined && { help })}>
    {(control) => (
      <Input
        {...control}
        size="large"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

function invalid(version: string, name: string): string | undefined {
  if (!/^\d{14}$/u.test(version)) return 'A version has 14 digits'
  return nameFault(name)
}

function useRecordMigration(ref: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { version: string; name: string; sql: string }) =>
      call(databaseMigrations.record, { params: { ref }, body }),
    onSuccess: () => invalidate(client, databaseMigrations.list),
  })
}
