import { type Incident, type InstallStatus, statusComponents } from '@basalt/contract/status'
import { expect, test } from 'vitest'

import { statusPage, statusStyle } from './status-page.ts'

const now = new Date('2026-05-01T12:00:00Z')

const incident: Incident = {
  id: '1',
  title: 'Slow <b>queries</b>',
  impact: 'minor',
  status: 'identified',
  components: ['project-databases'],
  regions: [],
  started_at: '2026-05-01T11:00:00Z',
  resolved_at: null,
  updates: [
    { id: 'u', status: 'identified', message: 'A disk & a fan', at: '2026-05-01T11:05:00Z' },
  ],
}

const status = (more: Partial<InstallStatus> = {}): InstallStatus => ({
  components: statusComponents.map((one) => ({ ...one, status: 'operational', detail: null })),
  incidents: [],
  notices: [],
  checked_at: '2026-05-01T11:59:40Z',
  ...more,
})

const withStatus = (id: string, of: InstallStatus['components'][number]['status']) =>
  status().components.map((one) => (one.id === id ? { ...one, status: of } : one))

test.each([
  ['All systems are operational', status()],
  ['All systems are operational', status({ components: withStatus('mail', 'not-configured') })],
  ['Some systems are degraded', status({ components: withStatus('disk-space', 'degraded') })],
  ['Some systems are degraded', status({ incidents: [incident] })],
  ['Some systems are down', status({ components: withStatus('project-databases', 'down') })],
  ['Some systems are down', status({ incidents: [{ ...incident, impact: 'critical' }] })],
  ['The system database is down', status({ components: withStatus('system-database', 'down') })],
  ['The first checks are running', status({ components: withStatus('mail', 'unknown') })],
])('the page starts with the worst current state: %s', (word, of) => {
  expect(statusPage(of, now)).toMatch(new RegExp(`<p class="overall \\w+">${word}</p>`, 'u'))
})

test('incidents show their updates, newest first, as text and never as markup', () => {
  const html = statusPage(status({ incidents: [incident] }), now)
  expect(html).toContain('<h2 id="ongoing-incidents">Ongoing incidents</h2>')
  expect(html).toContain('<h3>Slow &lt;b&gt;queries&lt;/b&gt;</h3>')
  expect(html).toContain('<p>A disk &amp; a fan</p>')
  expect(html).toContain('<b>Identified</b>')
  expect(html).toContain('01 May 2026, 11:05:00 UTC')
  expect(html).not.toContain('Regions:')
  const local = { ...incident, regions: ['eu-west-1', 'sin'] }
  expect(statusPage(status({ incidents: [local] }), now)).toContain(
    'Regions: West EU (Ireland), Singapore',
  )
  const over = { ...incident, resolved_at: '2026-05-01T11:30:00Z' }
  const later = statusPage(status({ incidents: [over] }), now)
  expect(later).not.toContain('Ongoing incidents')
  expect(later).toContain('All systems are operational')
})

test('a page that was not updated for minutes reports that', () => {
  expect(statusPage(status(), now)).toContain('UTC</time>.</p>')
  const late = statusPage(status(), new Date('2026-05-01T12:30:00Z'))
  expect(late).toContain('UTC</time>, and not since.</p>')
  expect(statusPage(status({ checked_at: null }), now)).toContain('Not checked yet.')
})

test('a browser with a wrong clock sees the time of the server', () => {
  const html = statusPage(status(), now)
  expect(html).toMatch(/<h2 id="clock">.*<\/h2>\s*<p>.*01 May 2026, 12:00:00 UTC/u)
})

test('the page runs no script, and follows the theme of the system', () => {
  const html = statusPage(status({ incidents: [incident] }), now)
  expect(html).not.toMatch(/<script|<style| style=| on\w+=/u)
  expect(html).toContain('<link rel="stylesheet" href="/status.css">')
  expect(statusStyle).toContain('@media (prefers-color-scheme: light)')
})
