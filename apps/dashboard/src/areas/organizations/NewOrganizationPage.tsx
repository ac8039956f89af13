import {
  type CompanySize,
  companySizes,
  type OrganizationPlan,
  organizationKinds,
  organizationPlans,
} from '@basalt/catalog'
import { profiles } from '@basalt/contract/account/profile'
import { organizations } from '@basalt/contract/organization/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  clearErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { Offered, useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { PlanFields } from './PlanFields.tsx'

type Kind = (typeof organizationKinds)[number]

export function NewOrganizationPage({ query }: { query: UrlQuery }) {
  // Chosen on the pricing page.
  const wanted = readChoice(query, 'plan', organizationPlans)
  useDocumentTitle('New organization')
  const client = useQueryClient()
  const go = useGo()
  const hasBilling = useCapability('billing')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>('Personal')
  const [size, setSize] = useState<CompanySize>(companySizes[0])
  // A contract plan in the address starts as one that can be chosen here.
  const [plan, setPlan] = useState<OrganizationPlan>(
    wanted === undefined || wanted === 'enterprise' || !hasBilling ? 'free' : wanted,
  )
  const [hasSpendCap, setHasSpendCap] = useState(true)
  const [errors, setErrors] = useState<FieldErrors>({})
  const body = {
    name,
    kind,
    plan,
    ...(kind === 'Company' && { size }),
    ...(plan === 'pro' && { spend_cap: hasSpendCap }),
  }
  const create = useMutation({
    mutationFn: () => call(organizations.create, { body }),
    onSuccess: async ({ slug }) => {
      // The creator's rights in it are new as well.
      await Promise.all([
        invalidate(client, organizations.list),
        invalidate(client, profiles.permissions),
        client.refetchQueries({ queryKey: [organizations.list.method, organizations.list.path] }),
      ])
      go(paths.newProject(slug))
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(organizations.create, body)
    setErrors(found)
    create.reset()
    if (Object.keys(found).length === 0) create.mutate()
  }
  const formError = getFormError(create.error)

  return (
    <PageBody width="form">
      <PageHeader title="New organization" description="Owns projects that its members share." />
      <form noValidate onChange={clearErrors(setErrors)} onSubmit={submit}>
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
              {formError !== undefined && <FormAlert>{formError.message}</FormAlert>}
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
              {kind === 'Company' && (
                <Field label="Company size" help="Number of employees" error={errors['size']}>
                  {(control) => (
                    <Select
                      {...control}
                      size="large"
                      value={size}
                      onChange={(event) => setSize(event.target.value as CompanySize)}
                    >
                      {companySizes.map((one) => (
                        <option key={one}>{one}</option>
                      ))}
                    </Select>
                  )}
                </Field>
              )}
              <Offered by="billing">
                <PlanFields
                  plan={plan}
                  error={errors['plan']}
                  onPlan={(chosen) => {
                    setPlan(chosen)
                    setErrors({})
                  }}
                  hasSpendCap={hasSpendCap}
                  onSpendCap={setHasSpendCap}
                />
              </Offered>
            </CardBody>
          </div>
        </Card>
      </form>
    </PageBody>
  )
}
