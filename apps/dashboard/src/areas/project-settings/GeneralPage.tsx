import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { projectQuery } from '../../lib/session/account.ts'
import { Panel } from '../../product/Panel.tsx'
import { DangerCard } from '../../product/project/DangerCard.tsx'
import { ProductionCard } from '../../product/project/ProductionCard.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Form, FormFailure, FormField, SubmitButton } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

/** The name of a project, its production flag, and its deletion. */
export function GeneralPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('General', 'Settings')
  return (
    <PageBody width="form">
      <PageHeader title="General" />
      <Panel
        failure="The project could not be loaded"
        resetKey={projectRef}
        loading={<SkeletonRows rows={4} />}
      >
        <Cards projectRef={projectRef} />
      </Panel>
    </PageBody>
  )
}

function Cards({ projectRef }: { projectRef: string }) {
  const { data: project } = useSuspenseQuery(projectQuery(projectRef))
  return (
    <>
      <NameCard key={project.name} project={project} />
      <ProductionCard project={project} />
      <DangerCard project={project} />
    </>
  )
}

function NameCard({ project }: { project: ProjectDetail }) {
  const client = useQueryClient()
  const form = useForm({
    route: projects.rename,
    initial: { name: project.name },
    mustChange: true,
    disabledReason: useDenied(projects.rename, 'rename this project'),
    send: (body) => call(projects.rename, { params: { ref: project.ref }, body }),
    onSuccess: () =>
      Promise.all([invalidate(client, projects.list), invalidate(client, projects.detail)]),
  })
  return (
    <Form form={form}>
      <Card title="Project" footer={<SubmitButton form={form}>Save changes</SubmitButton>}>
        <CardBody>
          <FormField form={form} name="name" label="Name">
            {(control) => <Input {...control} size="large" autoComplete="off" />}
          </FormField>
          <div className="flex flex-col gap-1.5">
            <span className="font-medium">Reference</span>
            <span className="flex items-center gap-1">
              <code className="font-mono text-xs break-all">{project.ref}</code>
              <CopyButton isIcon size="small" text={project.ref} label="Copy reference" />
            </span>
            <span className="text-xs text-ink-faint">
              Part of the project’s URLs. It never changes.
            </span>
          </div>
          <FormFailure form={form} />
        </CardBody>
      </Card>
    </Form>
  )
}
