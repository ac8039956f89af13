import {
  type OrganizationSettings,
  organizationSettings,
} from '@basalt/contract/organization/settings'
import { useQueryClient } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage/storage.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { refreshOrganizations, settingsQuery } from './queries.ts'

type Values = { name: string; slug: string }

/** After a save, the address and the remembered organization follow a new slug. */
function useSaved(slug: string) {
  const client = useQueryClient()
  const go = useGo()
  return async (saved: OrganizationSettings) => {
    client.setQueryData(settingsQuery(saved.slug).queryKey, saved)
    notify.success('Organization saved')
    if (saved.slug !== slug) storage.lastOrganization.set(saved.slug)
    await refreshOrganizations(client)
    if (saved.slug !== slug) go(paths.organizationGeneral(saved.slug), { replace: true })
  }
}

export function NameCard({ settings }: { settings: OrganizationSettings }) {
  const denied = useDenied(organizationSettings.update, 'change name and slug')
  const showSaved = useSaved(settings.slug)
  const getBody = ({ name, slug }: Values) => ({
    ...(name !== settings.name && { name }),
    ...(slug !== settings.slug && { slug }),
  })
  const form = useForm({
    route: organizationSettings.update,
    initial: { name: settings.name, slug: settings.slug },
    getBody,
    disabledReason: denied,
    mustChange: true,
    send: (values) =>
      call(organizationSettings.update, {
        params: { slug: settings.slug },
        body: getBody(values),
      }),
    onSuccess: (saved) => {
      form.reset({ name: saved.name, slug: saved.slug })
      return showSaved(saved)
    },
  })
  const text = { readOnly: denied !== undefined, spellCheck: false, autoCapitalize: 'none' }

  return (
    <Form form={form}>
      <Card title="Name and slug" footer={<SubmitButton form={form}>Save</SubmitButton>}>
        <CardBody>
          <FormField form={form} name="name" label="Name">
            {(control) => <Input {...control} {...text} />}
          </FormField>
          <FormField
            form={form}
            name="slug"
            label="Slug"
            help="Part of all URLs of this organization. Links with the old slug stop working."
          >
            {(control) => <Input {...control} {...text} />}
          </FormField>
          <FormFailure form={form} />
        </CardBody>
      </Card>
    </Form>
  )
}
