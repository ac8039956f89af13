import { databaseExtensions, type EngineExtension } from '@basalt/contract/database/extensions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { DropExtension } from './DropExtension.tsx'
import { extensionQuery, useChangeExtension } from './queries.ts'
import { SchemaField } from './SchemaField.tsx'
import { VersionField } from './VersionField.tsx'

type Props = { extension: EngineExtension; projectRef: string; onDropped: () => void }

/** The version and schema of an enabled extension, and what depends on it. */
export function EnabledExtension({ extension, projectRef, onDropped }: Props) {
  const { name, locked } = extension
  const { data } = useQuery(extensionQuery(projectRef, name))
  const [isDropping, setIsDropping] = useState(false)
  const denied = useDenied(databaseExtensions.apply, 'drop extensions')
  const dependents = data?.dependents ?? []
  return (
    <>
      <dl className="grid grid-cols-[120px_1fr] gap-y-1">
        <dt className="text-ink-soft">Version</dt>
        <dd className="font-mono">{extension.installed_version}</dd>
        <dt className="text-ink-soft">Schema</dt>
        <dd className="font-mono">{extension.schema}</dd>
      </dl>
      {locked === null && data !== undefined && data.versions.length > 0 && (
        <UpdateForm
          key={extension.installed_version}
          {...{ extension, projectRef, versions: data.versions }}
        />
      )}
      {locked === null && <MoveForm key={extension.schema} {...{ extension, projectRef }} />}
      <section aria-label="Dependent objects" className="flex flex-col gap-2">
        <h3 className="font-medium">Dependent objects</h3>
        {dependents.length === 0 && <p className="text-ink-soft">No object depends on it.</p>}
        {dependents.length > 0 && (
          <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
            {dependents.map(({ description }, at) => (
              <li key={at} className="break-words">
                {description}
              </li>
            ))}
          </ul>
        )}
      </section>
      <Button
        variant="danger"
        className="self-start"
        disabledReason={locked ?? denied ?? (data === undefined ? 'Loading' : undefined)}
        onClick={() => setIsDropping(true)}
      >
        Drop extension
      </Button>
      {isDropping && (
        <DropExtension
          {...{ name, projectRef, dependents, onDropped }}
          onClose={() => setIsDropping(false)}
        />
      )}
    </>
  )
}

type ChangeProps = Pick<Props, 'extension' | 'projectRef'>

function UpdateForm(props: ChangeProps & { versions: readonly string[] }) {
  const { extension, projectRef, versions } = props
  const { name, default_version: newest } = extension
  const [version, setVersion] = useState(
    newest !== null && versions.includes(newest) ? newest : (versions.at(-1) ?? ''),
  )
  const denied = useDenied(databaseExtensions.apply, 'update extensions')
  const change = useChangeExtension(projectRef, () =>
    notify.success(`${name} was updated to ${version}`),
  )
  return (
    <section aria-label="Update" className="flex flex-col gap-2">
      <VersionField versions={versions} value={version} error={undefined} onChange={setVersion} />
      {change.error !== null && <FormAlert>{change.error.message}</FormAlert>}
      <Button
        className="self-start"
        isPending={change.isPending}
        disabledReason={denied}
        onClick={() => change.mutate({ action: 'update', name, version })}
      >
        Update to {version}
      </Button>
    </section>
  )
}

function MoveForm({ extension, projectRef }: ChangeProps) {
  const { name, schema: present, can_move: canMove } = extension
  const [schema, setSchema] = useState(present ?? '')
  const denied = useDenied(databaseExtensions.apply, 'move extensions')
  const change = useChangeExtension(projectRef, () =>
    notify.success(`${name} was moved to ${schema}`),
  )
  if (!canMove)
    return (
      <p className="text-ink-soft">
        PostgreSQL does not let this project move it to another schema. Drop it and enable it there.
      </p>
    )
  return (
    <section aria-label="Move" className="flex flex-col gap-2">
      <SchemaField projectRef={projectRef} value={schema} error={undefined} onChange={setSchema} />
      {change.error !== null && <FormAlert>{change.error.message}</FormAlert>}
      <Button
        className="self-start"
        isPending={change.isPending}
        disabledReason={schema === present ? 'Choose another schema' : denied}
        onClick={() => change.mutate({ action: 'move', name, schema })}
      >
        Move to {schema}
      </Button>
    </section>
  )
}
