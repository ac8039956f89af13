import {
  type CompanySize,
  companySizes,
  type OrganizationPlan,
  organizationKinds,
  organizationPlans,
} from '@basalt/catalog'
import { profiles } from '@basalt/contract/account/profile'
import { organizations } from '@basalt/contract/organization/organizations'
import { useQueryClient } from '@tanstack/react-query'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Offered, useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormField, SubmitButton } from '../../ui/Form.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { PlanFields } from './PlanFields.tsx'

type Values = {
  name: string
  kind: (typeof organizationKinds)[number]
  size: CompanySize
  plan: OrganizationPlan
  hasSpendCap: boolean
}

/** The size belongs to companies, and the spend cap to the plan that has one. */
const getBody = ({ name, kind, size, plan, hasSpendCap }: Values) => ({
  name,
  kind,
  plan,
  ...(kind === 'Company' && { size }),
  ...(plan === 'pro' && { spend_cap: hasSpendCap }),
})

export function NewOrganizationPage({ query }: { query: UrlQuery }) {
  // Chosen on the pricing page.
  const requested = readChoice(query, 'plan', organizationPlans)
  useDocumentTitle('New organization')
  const client = useQueryClient()
  const go = useGo()
  const hasBilling = useCapability('billing')
  const initial: Values = {
    name: '',
    kind: 'Personal',
    size: companySizes[0],
    // Plans by contract cannot be chosen here, so these begin with one that can.
    plan: requested === undefined || requested === 'enterprise' || !hasBilling ? 'free' : requested,
    hasSpendCap: true,
  }
  const form = useForm({
    route: organizations.create,
    initial,
    getBody,
    paths: { hasSpendCap: 'spend_cap' },
    send: (values) => call(organizations.create, { body: getBody(values) }),
    onSuccess: async ({ slug }) => {
      // The creator's rights in it are new as well.
      await Promise.all([
        invalidate(client, organizations.list),
        invalidate(client, profiles.permissions),
        client.refetchQueries({ queryKey: [organizations.list.method, organizations.list.path] }),
      ])
      go(paths.newProject(slug))
    },
  })
  const { values, errors, failure } = form

  return (
    <PageBody width="form">
      <PageHeader title="New organization" description="Owns projects that its members share." />
      <Form form={form}>
        <Card
          footer={
            <>
              <Link
                href={paths.organizations()}
                className={buttonClass({ size: 'large', variant: 'ghost' })}
              >
                Cancel
              </Link>
              <SubmitButton form={form} size="large">
                Create organization
              </SubmitButton>
            </>
          }
        >
          <div className="pt-3">
            <CardBody>
              {failure !== undefined && <FormAlert>{failure.message}</FormAlert>}
              <FormField
                form={form}
                name="name"
                label="Name"
                help="A company, a team or your own name"
              >
                {(control) => (
                  <Input {...control} ref={focusOnMount} size="large" autoComplete="organization" />
                )}
              </FormField>
              <FormField form={form} name="kind" label="Kind">
                {(control) => (
                  <Select {...control} size="large">
                    {organizationKinds.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </Select>
                )}
              </FormField>
              {values.kind === 'Company' && (
                <FormField form={form} name="size" label="Company size" help="Number of employees">
                  {(control) => (
                    <Select {...control} size="large">
                      {companySizes.map((one) => (
                        <option key={one}>{one}</option>
                      ))}
                    </Select>
                  )}
                </FormField>
              )}
              <Offered by="billing">
                <PlanFields
                  plan={values.plan}
                  error={errors['plan']}
                  onPlan={(plan) => form.set({ plan })}
                  hasSpendCap={values.hasSpendCap}
                  onSpendCap={(hasSpendCap) => form.set({ hasSpendCap })}
                />
              </Offered>
            </CardBody>
          </div>
        </Card>
      </Form>
    </PageBody>
  )
}
