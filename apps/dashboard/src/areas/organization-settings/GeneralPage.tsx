import { organizationSettings } from '@basalt/contract/organization/settings'
import { useSuspenseQuery } from '@tanstack/react-query'

import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { Panel } from '../../product/Panel.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { AiOptInCard } from './AiOptInCard.tsx'
import { Allowed } from './Allowed.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { NameCard } from './NameCard.tsx'
import { settingsQuery } from './queries.ts'

export function GeneralPage({ slug }: { slug: string }) {
  useDocumentTitle('General settings')
  return (
    <PageBody width="form">
      <PageHeader title="General settings" />
      <Allowed route={organizationSettings.get} what="see these settings">
        <Panel failure="The settings could not be loaded" resetKey={slug}>
          <Settings slug={slug} />
        </Panel>
      </Allowed>
    </PageBody>
  )
}

function Settings({ slug }: { slug: string }) {
  const { data: settings } = useSuspenseQuery(settingsQuery(slug))
  return (
    <>
      <NameCard key={`${settings.name} ${settings.slug}`} settings={settings} />
      <AiOptInCard settings={settings} />
      <DeleteCard settings={settings} />
    </>
  )
}
