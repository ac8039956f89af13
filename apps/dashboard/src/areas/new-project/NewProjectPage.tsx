import { type ComputeSizeId, organizationPlans, plans } from '@basalt/catalog'
import { projectCreation, projects } from '@basalt/contract/project/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDeniedIn } from '../../lib/access/access.tsx'
import { useSwitchedOff } from '../../lib/access/disabled-features.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useGo } from '../../lib/browser/use-go.ts'
import { useStrength } from '../../lib/forms/password-strength.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useInstall } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { call, invalidate } from '../../lib/network/api.ts'
import { paths } from '../../lib/paths.ts'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { organizationsQuery, projectsQuery } from '../../lib/session/account.ts'
import { generatePassword } from '../../product/database-password.ts'
import { DatabasePasswordField } from '../../product/DatabasePasswordField.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { Form, FormField, SubmitButton } from '../../ui/Form.tsx'
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
  const { data: organizations } = useQuery(organizationsQuery())
  const organization = organizations?.find((one) => one.slug === slug)
  const { data: projectsOfUser = [] } = useQuery(projectsQuery())
  const priceOff = useSwitchedOff('project_addons:show_compute_price')
  const timeZone = ownTimeZone()

  const denied = useDeniedIn(slug, projectCreation, 'create projects here')
  const { form, strength, isChecking, setPassword } = useProjectForm(slug, denied)
  const { values, errors, failure } = form
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
          target={plan}
          activeProjects={others.filter(isActive).length}
          limit={plans.find(({ id }) => id === planId)?.activeProjects ?? null}
        />
      )}
      <Form form={form}>
        <Card
          footer={
            <>
              <Link
                href={paths.organization(slug)}
                className={buttonClass({ size: 'large', variant: 'ghost' })}
              >
                Cancel
              </Link>
              <SubmitButton form={form} size="large" isPending={form.isPending || isChecking}>
                Create project
              </SubmitButton>
            </>
          }
        >
          <div className="pt-3">
            <CardBody>
              {failure !== undefined && <CreationRefused error={failure} slug={slug} />}
              <FormField form={form} name="name" label="Name">
                {(control) => (
                  <Input
                    {...control}
                    ref={focusOnMount}
                    size="large"
                    autoComplete="off"
                    placeholder="shop"
                  />
                )}
              </FormField>
              <DatabasePasswordField
                password={values.db_pass}
                strength={strength}
                error={errors['db_pass']}
                onChange={setPassword}
              />
              {values.place !== undefined && (
                <PositionFields
                  place={values.place}
                  timeZone={timeZone}
                  errors={errors}
                  onChange={(place) => form.set({ place })}
                />
              )}
              <ComputeField
                size={values.compute_size}
                plan={planId}
                cost={cost}
                priceOff={priceOff}
                error={errors['compute_size']}
                onChange={(compute_size) => form.set({ compute_size })}
              />
              {priceOff === undefined && (
                <CostSummary cost={cost} planName={organization?.plan.name ?? 'Free'} />
              )}
            </CardBody>
          </div>
        </Card>
      </Form>
    </PageBody>
  )
}

/** The values of the new project, checked and sent. */
function useProjectForm(slug: string, denied: string | undefined) {
  const go = useGo()
  const client = useQueryClient()
  const install = useInstall()
  const [first] = useState(generatePassword)
  const [typed, setTyped] = useState(first)
  const { strength, isChecking } = useStrength(typed)
  const initial = {
    name: '',
    compute_size: 'ci_small' as ComputeSizeId,
    db_pass: first,
    place: suggestPosition(install, ownTimeZone()),
  }
  const getBody = ({ place, ...values }: typeof initial) => ({
    ...values,
    ...place,
    organization_slug: slug,
  })
  const form = useForm({
    route: projects.create,
    initial,
    getBody,
    paths: { place: ['cloud_provider', 'region'] },
    check: () =>
      strength?.isEnough === false ? { db_pass: strength.warning ?? strength.message } : {},
    disabledReason: denied,
    send: (values) => call(projects.create, { body: getBody(values) }),
    onSuccess: async ({ ref }) => {
      await invalidate(client, projects.list)
      go(paths.project(ref))
    },
  })
  const setPassword = (password: string) => {
    setTyped(password)
    form.set({ db_pass: password })
  }
  return { form, strength, isChecking, setPassword }
}
