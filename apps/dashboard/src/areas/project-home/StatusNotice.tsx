import type { InstanceStatus } from '@basalt/catalog'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'

import type { ProjectAction } from '../../product/project/project-actions.ts'
import { ProjectActionButton } from '../../product/project/ProjectActionButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Tone = 'info' | 'warn' | 'bad'

const notes: Partial<Record<InstanceStatus, { tone: Tone; title: string; text: string }>> = {
  COMING_UP: {
    tone: 'info',
    title: 'Your database is starting',
    text: 'This takes a few seconds. This page updates automatically, and you can leave it.',
  },
  RESTARTING: {
    tone: 'info',
    title: 'Your database is restarting',
    text: 'Connections are refused until it is running again.',
  },
  PAUSING: {
    tone: 'info',
    title: 'Your project is being paused',
    text: 'Its data is kept.',
  },
  GOING_DOWN: {
    tone: 'info',
    title: 'Your project is being deleted',
    text: 'Its data is deleted with it.',
  },
  RESTORING: {
    tone: 'info',
    title: 'Your project is being restored',
    text: 'This page updates automatically.',
  },
  UPGRADING: {
    tone: 'info',
    title: 'Your database is being upgraded',
    text: 'This page updates automatically.',
  },
  RESIZING: {
    tone: 'info',
    title: 'Your database is being resized',
    text: 'This page updates automatically.',
  },
  INACTIVE: {
    tone: 'info',
    title: 'This project is paused',
    text: 'Its data is kept. Restore it to use the database again.',
  },
  ACTIVE_UNHEALTHY: {
    tone: 'warn',
    title: 'Your database does not respond to health checks',
    text: 'It may be busy or short of connections. Restart it if this continues.',
  },
  UNKNOWN: {
    tone: 'warn',
    title: 'The state of your database is unknown',
    text: 'Checking now.',
  },
  INIT_FAILED: {
    tone: 'bad',
    title: 'Your database could not be set up',
    text: 'Nothing was stored in it. Delete the project and create it again.',
  },
  RESTORE_FAILED: {
    tone: 'bad',
    title: 'The restore failed',
    text: 'Try again, or delete the project.',
  },
  PAUSE_FAILED: {
    tone: 'warn',
    title: 'The project could not be paused',
    text: 'Nothing changed. Try again.',
  },
}

/** The meaning of the status for the user and the next step. */
export function StatusNotice({ project }: { project: ProjectDetail }) {
  const note = notes[project.status]
  if (note === undefined) return null
  return (
    <Notice tone={note.tone} title={note.title} action={<WayOn project={project} />}>
      {note.text}
      {project.status_reason !== null && (
        <span className="mt-1 block font-mono text-xs break-words">{project.status_reason}</span>
      )}
    </Notice>
  )
}

const waysOn: Partial<Record<InstanceStatus, ProjectAction>> = {
  INACTIVE: 'restore',
  RESTORE_FAILED: 'restore',
  ACTIVE_UNHEALTHY: 'restart',
  INIT_FAILED: 'remove',
}

function WayOn({ project }: { project: ProjectDetail }) {
  const action = waysOn[project.status]
  return action === undefined ? null : <ProjectActionButton action={action} project={project} />
}
