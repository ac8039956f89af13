import { usePreview } from '../../lib/access/previews.ts'
import type { UrlQuery } from '../../lib/routes/url-query.ts'
import { AdvisorPage } from './AdvisorPage.tsx'
import { RuleList } from './RuleList.tsx'

type Props = { projectRef: string; query: UrlQuery }

export const SecurityPage = (props: Props) => <AdvisorPage category="security" {...props} />

export const PerformancePage = (props: Props) => <AdvisorPage category="performance" {...props} />

/** SPEC.md section 2: the preview; without it the path shows the plain page. */
export function SecurityRulesPage(props: Props) {
  const [isOn] = usePreview('advisor-rules')
  return isOn ? <RuleList category="security" {...props} /> : <SecurityPage {...props} />
}

export function PerformanceRulesPage(props: Props) {
  const [isOn] = usePreview('advisor-rules')
  return isOn ? <RuleList category="performance" {...props} /> : <PerformancePage {...props} />
}
