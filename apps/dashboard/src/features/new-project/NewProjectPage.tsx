import {
  type CloudProvider,
  cloudProviders,
  type ComputeSizeId,
  type OrganizationPlan,
  regionsOf,
} from '@basalt/catalog'
import { projectCreation, projects } from '@basalt/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDeniedIn } from '../../lib/access.tsx'
import { organizationsQuery } from '../../lib/account.ts'
import { call, invalidate } from '../../lib/api.ts'
import {
  checkFields,
  type FieldErrors,
  fieldErrorsOf,
  forgetErrors,
  formErrorOf,
} from '../../lib/form.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { useStrength } from '../../lib/password-strength.ts'
import { paths } from '../../lib/paths.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useGo } from '../../lib/use-go.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input, Select } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { ComputeField } from './ComputeField.tsx'
import { DatabasePasswordField } from './DatabasePasswordField.tsx'
import { generatePassword, suggestRegion } from './new-project.ts'
import { RegionField } from './RegionField.tsx'

type Props = { slug: string; plan: OrganizationPlan | undefined }

const providerNames: Record<CloudProvider, string> = {
  AWS: 'AWS',
  AWS_K8S: 'AWS (Kubernetes)',
  AWS_NIMBUS: 'AWS (Nimbus)',
  FLY: 'Fly.io',
}

export function NewProjectPage({ slug, plan }: Props) {
  useDocumentTitle('New project')
  const go = useGo()
  const client = useQueryClient()
  const { development } = useInstall()
  const { data: organizations } = useQuery(organizationsQuery())
  const organization = organizations?.find((one) => one.slug === slug)
  const regionFor = (provider: CloudProvider) =>
    suggestRegion(provider, Intl.DateTimeFormat().resolvedOptions().timeZone, development)

  const [values, setValues] = useState(() => ({
    name: '',
    cloud_provider: 'AWS' as CloudProvider,
    region: regionFor('AWS'),
    compute_size: 'ci_small' as ComputeSizeId,
    db_pass: generatePassword(),
  }))
  const change = (part: Partial<typeof values>) => setValues({ ...values, ...part })
  const [errors, setErrors] = useState<FieldErrors>({})
  const { strength, isChecking } = useStrength(values.db_pass)
  const body = { ...values, organization_slug: slug }
  const create = useMutation({
    mutationFn: () => call(projects.create, { body }),
    onSuccess: async ({ ref }) => {
      await invalidate(client, projects.list)
      go(paths.project(ref))
    },
    onError: (error) => setErrors(fieldErrorsOf(error)),
  })
  const denied = useDeniedIn(slug, projectCreation, 'create projects here')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWeak = strength !== undefined && !strength.isEnough
    const weak = isWeak ? { db_pass: strength.warning ?? strength.message } : {}
    const found = { ...weak, ...checkFields(projects.create, body) }
    setErrors(found)
    create.reset()
    if (denied === undefined && Object.keys(found).length === 0) create.mutate()
  }
  const formError = formErrorOf(create.error)

  return (
    <PageBody width="form">
      <PageHeader
        title="New project"
        description={
          <>
            A PostgreSQL database of its own in{' '}
            <span className="text-ink">{organization?.name ?? slug}</span>
            {organization && `, on the ${organization.plan.name} plan`}.
          </>
        }
      />
      {plan !== undefined && organization !== undefined && plan !== organization.plan.id && (
        <Notice tone="info" title={`This organization is on the ${organization.plan.name} plan`}>
          The project is created there. To use another plan, create an organization on it.
        </Notice>
      )}
      <form noValidate onChange={forgetErrors(setErrors)} onSubmit={submit}>
        <Card
          footer={
            <>
              <Link
                href={paths.organization(slug)}
                className={buttonClass({ size: 'large', variant: 'ghost' })}
              >
                Cancel
              </Link>
              <Button
                type="submit"
                variant="primary"
                size="large"
                isPending={create.isPending || isChecking}
                disabledReason={denied}
              >
                Create project
              </Button>
            </>
          }
        >
          <div className="pt-3">
            <CardBody>
              <Field label="Name" error={errors['name']}>
                {(control) => (
                  <Input
                    {...control}
                    ref={focusOnMount}
                    name="name"
                    size="large"
                    autoComplete="off"
                    placeholder="shop"
                    value={values.name}
                    onChange={(event) => change({ name: event.target.value })}
                  />
                )}
              </Field>
              <DatabasePasswordField
                password={values.db_pass}
                strength={strength}
                error={errors['db_pass']}
                onChange={(db_pass) => change({ db_pass })}
              />
              <div className="grid gap-4 tablet:grid-cols-2">
                <Field label="Cloud provider" error={errors['cloud_provider']}>
                  {(control) => (
                    <Select
                      {...control}
                      size="large"
                      value={values.cloud_provider}
                      onChange={(event) => {
                        const provider = event.target.value as CloudProvider
                        change({ cloud_provider: provider, region: regionFor(provider) })
                      }}
                    >
                      {cloudProviders.map((one) => (
                        <option key={one} value={one}>
                          {providerNames[one]}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
                <RegionField
                  regions={regionsOf(values.cloud_provider)}
                  region={values.region}
                  error={errors['region']}
                  onChange={(region) => change({ region })}
                />
              </div>
              <ComputeField
                size={values.compute_size}
                error={errors['compute_size']}
                onChange={(compute_size) => change({ compute_size })}
              />
              {formError !== undefined && <Notice tone="bad">{formError.message}</Notice>}
            </CardBody>
          </div>
        </Card>
      </form>
    </PageBody>
  )
}
