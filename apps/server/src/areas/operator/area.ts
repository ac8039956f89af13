import type { Area } from '../../install/area.ts'
import { incidentFeature } from './incidents.ts'
import { jobFeature } from './jobs.ts'
import { noticeFeature } from './notices.ts'

export const operatorArea: Area = {
  name: 'operator',
  endpoints(services) {
    const announcing = { ...services, onChange: () => services.monitor.refresh() }
    return [...incidentFeature(announcing), ...noticeFeature(announcing), ...jobFeature(services)]
  },
}
