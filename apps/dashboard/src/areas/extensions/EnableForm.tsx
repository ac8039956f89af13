import { databaseExtensions, type ExtensionChange } from '@basalt/contract/database/extensions'
import { useQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { SqlPreview } from '../../product/sql-preview/SqlPreview.tsx'
import { usePreview } from '../../product/sql-preview/use-preview.ts'
import { Button } from '../../ui/Button.tsx'
import { Form, FormFailure } from '../../ui/Form.tsx'
import { getDefaultSchema, type ListedExtension, listRequired } from './listed-extensions.ts'
import { extensionQuery, previewQuery, useChangeExtension } from './queries.ts'
import { SchemaField } from './SchemaField.tsx'
import { VersionField } from './VersionField.tsx'

type Props = {
  extension: ListedExtension
  all: readonly ListedExtension[]
  projectRef: string
}

type Values = { schema: string; version: string }

/** Enables an extension in a schema of the user's choice. */
export function EnableForm({ extension, all, projectRef }: Props) {
  const { name, engine } = extension
  const fixed = engine?.fixed_schema ?? null
  const { data } = useQuery(extensionQuery(projectRef, name))
  const denied = useDenied(databaseExtensions.apply, 'enable extensions')
  const change = useChangeExtension(projectRef, () => notify.success(`${name} is enabled`))
  const getBody = ({ schema, version }: Values): ExtensionChange => ({
    action: 'enable',
    name,
    schema: fixed === null ? schema : null,
    version: version === '' ? null : version,
  })
  const form = useForm<Values, unknown>({
    route: databaseExtensions.apply,
    initial: { schema: getDefaultSchema(name), version: engine?.default_version ?? '' },
    getBody,
    disabledReason: denied,
    send: (values) => change.mutateAsync(getBody(values)),
  })
  const { schema, version } = form.values
  const preview = usePreview(getBody(form.values), (body) => previewQuery(projectRef, body))
  const required = listRequired(extension, all).map((one) => one.name)
  return (
    <Form form={form} className="flex flex-col gap-4">
      <div className="grid gap-4 tablet:grid-cols-2">
        {fixed === null ? (
          <SchemaField
            projectRef={projectRef}
            value={schema}
            error={form.errors['schema']}
            onChange={(next) => form.set({ schema: next })}
          />
        ) : (
          <p>Its objects are created in the schema {fixed}.</p>
        )}
        <VersionField
          versions={data?.versions ?? []}
          value={version}
          error={form.errors['version']}
          onChange={(next) => form.set({ version: next })}
        />
      </div>
      {required.length > 0 && <p>Also enables {required.join(', ')}, which it requires.</p>}
      <FormFailure form={form} />
      <SqlPreview preview={preview} />
      <Button
        variant="primary"
        size="large"
        className="self-start"
        isPending={form.isPending}
        disabledReason={form.obstacle}
        onClick={() => form.submit()}
      >
        Enable {name}
      </Button>
    </Form>
  )
}
