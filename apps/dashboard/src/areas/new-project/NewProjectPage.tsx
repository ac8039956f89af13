import { type ComputeSizeId, organizationPlans, plans } from '@basalt/catalog'
import { projectCreation, projects } from '@basalt/contract/project/projects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useDeniedIn } from '../../lib/access/access.tsx'
import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import {
  checkFields,
  type FieldErrors,
  listFieldErrors,
  clearErrors,
  getFormError,
} from '../../lib/forms/form.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery, projectsQuery } from '../../lib/session/account.ts'
import { generatePassword } from '../../product/database-password.ts'
import { DatabasePasswordField } from '../../product/DatabasePasswordField.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { computeCost, isActive } from './compute-cost.ts'
import { ComputeField } from './ComputeField.tsx'
import { CostSummary } from './CostSummary.tsx'
import { CreationRefused } from './CreationRefused.tsx'
import { suggestPosition } from './new-project.ts'
import { PlanNotices } from './PlanNotices.tsx'
import { PositionFields } from './PositionFields.tsx'
import { ownTimeZone } from './time-zone-cities.ts'

type Props = { slug: string; query: UrlQuery }

export function NewProjectPage({ slug, query }: Props) {
  const plan = readChoice(query, 'plan', organizationPlans)
  useDocumentTitle('New project')
  const go = useGo()
  const client = useQueryClient()
  const install = useInstall()
  const { data: organizations } = useQuery(organizationsQuery())
  const organization = organizations?.find((one) => one.slug === slug)
  const { data: projectsOfUser = [] } = useQuery(projectsQuery())
  const priceOff = useSwitchedOff('project_addons:show_compute_price')
  const timeZone = ownTimeZone()

  const [values, setValues] = useState(() => ({
    name: '',
    compute_size: 'ci_small' as ComputeSizeId,
    db_pass: generatePassword(),
  }))
  const [place, setPosition] = useState(() => suggestPosition(install, timeZone))
  const change = (part: Partial<typeof values>) => setValues({ ...values, ...part })
  const [errors, setErrors] = useState<FieldErrors>({})
  const { strength, isChecking } = useStrength(values.db_pass)
  const body = { ...values, ...place, organization_slug: slug }
  const create = useMutation({
    mutationFn: () => call(projects.create, { body }),
    onSuccess: async ({ ref }) => {
      await invalidate(client, projects.list)
      go(paths.project(ref))
    },
    onError: (error) => setErrors(listFieldErrors(error)),
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
  const formError = getFormError(create.error)
  const others = projectsOfUser.filter((project) => project.organization_slug === slug)
  const planId = organization?.plan.id
  const cost = computeCost(values.compute_size, planId ?? 'free', others)

  return (
    <PageBody width="form">
      <PageHeader
        title="New project"
        description={
          <>
            A dedicated PostgreSQL database in{' '}
            <span className="text-ink">{organization?.name ?? slug}</span>
            {organization && `, on the ${organization.plan.name} plan`}.
          </>
        }
      />
      {organization !== undefined && (
        <PlanNotices
          organization={organization}
          wanted={plan}
          activeProjects={others.filter(isActive).length}
          limit={plans.find(({ id }) => id === planId)?.activeProjects ?? null}
        />
      )}
      <form noValidate onChange={clearErrors(setErrors)} onSubmit={submit}>
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
              {formError !== undefined && <CreationRefused error={formError} slug={slug} />}
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
              {place !== undefined && (
                <PositionFields
                  place={place}
                  timeZone={timeZone}
                  errors={errors}
                  onChange={setPosition}
                />
              )}
              <ComputeField
                size={values.compute_size}
                plan={planId}
                cost={cost}
                priceOff={priceOff}
                error={errors['compute_size']}
                onChange={(compute_size) => change({ compute_size })}
              />
              {priceOff === undefined && (
                <CostSummary cost={cost} planName={organization?.plan.name ?? 'Free'} />
              )}
            </CardBody>
          </div>
        </Card>
      </form>
    </PageBody>
  )
}
