import {
  type OrganizationSettings,
  organizationSettings,
} from '@basalt/contract/organization/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { refreshOrganizations, settingsQuery } from './queries.ts'

type Change = { name?: string; slug?: string }

/** Saves; a new slug updates the address and the stored last visit. */
function useSave(slug: string, onRefused: (errors: FieldErrors) => void) {
  const client = useQueryClient()
  const go = useGo()
  return useMutation({
    mutationFn: (body: Change) => call(organizationSettings.update, { params: { slug }, body }),
    onSuccess: async (saved) => {
      client.setQueryData(settingsQuery(saved.slug).queryKey, saved)
      notify.success('Organization saved')
      if (saved.slug !== slug) storage.lastOrganization.set(saved.slug)
      await refreshOrganizations(client)
      if (saved.slug !== slug) go(paths.organizationGeneral(saved.slug), { replace: true })
    },
    onError: (error) => onRefused(listFieldErrors(error)),
  })
}

export function NameCard({ settings }: { settings: OrganizationSettings }) {
  const denied = useDenied(organizationSettings.update, 'change name and slug')
  const [name, setName] = useState(settings.name)
  const [slug, setSlug] = useState(settings.slug)
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useSave(settings.slug, setErrors)
  const change: Change = {
    ...(name !== settings.name && { name }),
    ...(slug !== settings.slug && { slug }),
  }
  const isChanged = Object.keys(change).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (denied !== undefined || !isChanged || save.isPending) return
    const found = checkFields(organizationSettings.update, change)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate(change)
  }
  const obstacle = denied ?? (isChanged ? undefined : 'No changes to save')
  const bind = { isFixed: denied !== undefined }

  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Name and slug"
        footer={
          <Button
            type="submit"
            variant="primary"
            isPending={save.isPending}
            disabledReason={obstacle}
          >
            Save
          </Button>
        }
      >
        <CardBody>
          <Text {...bind} label="Name" error={errors['name']} value={name} onChange={setName} />
          <Text
            {...bind}
            label="Slug"
            help="Part of all URLs of this organization. Links with the old slug stop working."
            error={errors['slug']}
            value={slug}
            onChange={setSlug}
          />
          {getFormError(save.error) !== undefined && (
            <Notice tone="bad">{save.error?.message}</Notice>
          )}
        </CardBody>
      </Card>
    </form>
  )
}

type TextProps = {
  label: string
  help?: string
  error: string | undefined
  isFixed: boolean
  value: string
  onChange: (value: string) => void
}

const Text = ({ label, help, error, isFixed, value, onChange }: TextProps) => (
  <Field label={label} help={help} error={error}>
    {(control) => (
      <Input
        {...control}
        readOnly={isFixed}
        spellCheck={false}
        autoCapitalize="none"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
