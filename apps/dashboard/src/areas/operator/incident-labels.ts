import type { IncidentImpact, IncidentStatus } from '@basalt/contract/status'

import type { Tone } from '../../lib/format/tone.ts'

export const statusLabels: Record<IncidentStatus, { word: string; tone: Tone }> = {
  investigating: { word: 'Investigating', tone: 'bad' },
  identified: { word: 'Identified', tone: 'warn' },
  monitoring: { word: 'Monitoring', tone: 'info' },
  resolved: { word: 'Resolved', tone: 'good' },
}

export const impactLabels: Record<IncidentImpact, { word: string; note: string }> = {
  none: { word: 'None', note: 'Informational; everything works.' },
  minor: { word: 'Minor', note: 'A part is slower or fails occasionally.' },
  major: { word: 'Major', note: 'A part does not work for many users.' },
  critical: { word: 'Critical', note: 'Basalt is unavailable.' },
}
