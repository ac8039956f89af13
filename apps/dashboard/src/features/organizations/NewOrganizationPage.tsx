import { type OrganizationPlan, organizationKinds, plans } from '@basalt/catalog'
import { organizations, profiles } from '@basalt/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { call, invalidate } from '../../lib/api.ts'
import {
  checkFields,
  type FieldErrors,
  fieldErrorsOf,
  forgetErrors,
  formErrorOf,
} from '../../lib/form.ts'
import { formatMoney } from '../../lib/format.ts'
import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useGo } from '../../lib/use-go.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'

type Kind = (typeof organizationKinds)[number]

/** What one sentence tells about a plan where it is chosen. */
const planNotes: Record<OrganizationPlan, string> = {
  free: '2 active projects, 500 MB database',
  pro: '8 GB database, daily backups for 7 days',
  team: 'Project-scoped roles, backups for 14 days',
  enterprise: 'Agreed with us',
}

/** Enterprise is agreed by contract, so it cannot be chosen here. */
const planChoices = plans
  .filter(({ priceMicros }) => priceMicros !== null)
  .map(({ id, name, priceMicros }) => ({
    value: id,
    label: name,
    detail: priceMicros === 0 ? '$0' : `${formatMoney(priceMicros ?? 0)} per month`,
    note: planNotes[id],
  }))

export function NewOrganizationPage() {
  useDocumentTitle('New organization')
  const client = useQueryClient()
  const go = useGo()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('Personal')
  const [plan, setPlan] = useState<OrganizationPlan>('free')
  const [errors, setErrors] = useState<FieldErrors>({})
  const create = useMutation({
    mutationFn: () => call(organizations.create, { body: { name, kind, plan } }),
    onSuccess: async ({ slug }) => {
      // The creator's rights in it are new as well.
      await Promise.all([
        invalidate(client, organizations.list),
        invalidate(client, profiles.permissions),
        client.refetchQueries({ queryKey: [organizations.list.method, organizations.list.path] }),
      ])
      go(paths.newProject(slug))
    },
    onError: (error) => setErrors(fieldErrorsOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(organizations.create, { name, kind, plan })
    setErrors(found)
    if (Object.keys(found).length === 0) create.mutate()
  }
  const formError = formErrorOf(create.error)

  return (
    <PageBody width="form">
      <PageHeader
        title="New organization"
        description="Owns projects, and its members share them."
      />
      <form noValidate onChange={forgetErrors(setErrors)} onSubmit={submit}>
        <Card
          footer={
            <>
              <Link
                href={paths.organizations()}
                className={buttonClass({ size: 'large', variant: 'ghost' })}
              >
                Cancel
              </Link>
              <Button type="submit" variant="primary" size="large" isPending={create.isPending}>
                Create organization
              </Button>
            </>
          }
        >
          <div className="pt-3">
            <CardBody>
              <Field label="Name" help="A company, a team or your own name" error={errors['name']}>
                {(control) => (
                  <Input
                    {...control}
                    ref={focusOnMount}
                    name="name"
                    size="large"
                    autoComplete="organization"
                    value={name}
                    onChange={(event) => setName(event.target.value)}
                  />
                )}
              </Field>
              <Field label="Kind" error={errors['kind']}>
                {(control) => (
                  <Select
                    {...control}
                    size="large"
                    value={kind}
                    onChange={(event) => setKind(event.target.value as Kind)}
                  >
                    {organizationKinds.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </Select>
                )}
              </Field>
              <ChoiceCards label="Plan" choices={planChoices} value={plan} onChange={setPlan} />
              {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
            </CardBody>
          </div>
        </Card>
      </form>
    </PageBody>
  )
}
