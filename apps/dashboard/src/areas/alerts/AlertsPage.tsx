import { alertLimit, alerts } from '@basalt/contract/alerts/alerts'
import { useQuery } from '@tanstack/react-query'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { rulesQuery, useTestRule } from './queries.ts'
import { columns } from './rule-columns.tsx'
import { type OpenDialog, RuleDialog } from './RuleDialog.tsx'
import { RuleMenu } from './RuleMenu.tsx'
import { RulePanel } from './RulePanel.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { TestNotice } from './TestNotice.tsx'

/** Rules that notify when something is wrong, and their state. */
export function AlertsPage({ projectRef }: { projectRef: string }) {
  useDocumentTitle('Alerts', 'Observability')
  const denied = useDenied(alerts.list, 'see the alerts of this project')
  const deniedWrite = useDenied(alerts.create, 'change alerts')
  const { data, error, refetch } = useQuery({
    ...rulesQuery(projectRef),
    enabled: denied === undefined,
  })
  const view = useTableView(columns, { defaultSort: { column: 'state', direction: 'ascending' } })
  const [openId, open] = useOpenObject('rule')
  const [dialog, setDialog] = useState<OpenDialog>()
  const [secret, setSecret] = useState<string>()
  const test = useTestRule(projectRef)
  const close = () => open(undefined)
  const panel = { projectRef, deniedWrite, onClose: close, onSecret: setSecret }
  const isFull = (data?.length ?? 0) >= alertLimit
  return (
    <>
      <ListPage
        title="Alerts"
        description="Rules that are evaluated every minute and notify by email or webhook."
        actions={
          <Button
            icon={Plus}
            variant="primary"
            disabledReason={
              deniedWrite ?? (isFull ? `A project has at most ${alertLimit} alerts` : undefined)
            }
            onClick={() => open('new')}
          >
            New alert
          </Button>
        }
        denied={denied}
        notice={<TestNotice test={test} />}
        label="Alerts"
        noun="alert"
        columns={columns}
        rows={data}
        getId={({ id }) => id}
        getName={({ name }) => name}
        error={error}
        failure="The alerts could not be loaded"
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon={BellRing} title="No alerts">
            Get a notification when requests fail, statements are slow, the disk fills up or the
            advisors find an error.
          </EmptyState>
        }
        openId={openId === 'new' ? undefined : openId}
        onOpen={({ id }) => open(id)}
        onClose={close}
        renderOpen={(rule) => <RulePanel key={rule.id} rule={rule} {...panel} />}
        actionsWidth="48px"
        renderActions={(rule) => (
          <RuleMenu
            {...{ rule, projectRef, deniedWrite }}
            onAction={(action) => {
              if (action === 'edit') open(rule.id)
              else if (action === 'test') test.mutate(rule)
              else setDialog({ action, rule })
            }}
          />
        )}
        {...view}
      />
      {openId === 'new' && denied === undefined && <RulePanel {...panel} />}
      {dialog !== undefined && (
        <RuleDialog
          {...{ ...dialog, projectRef }}
          onClose={() => setDialog(undefined)}
          onSecret={setSecret}
        />
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}
