import type { InstanceStatus } from '@basalt/catalog'
import type { ProjectDetail } from '@basalt/contract'

import { Notice } from '../../ui/Notice.tsx'
import type { ProjectAction } from './project-actions.ts'
import { ProjectActionButton } from './ProjectActionButton.tsx'

type Tone = 'info' | 'warn' | 'bad'

const notes: Partial<Record<InstanceStatus, { tone: Tone; title: string; text: string }>> = {
  COMING_UP: {
    tone: 'info',
    title: 'Your database is coming up',
    text: 'This takes a few seconds. The page follows by itself, and you may leave it.',
  },
  RESTARTING: {
    tone: 'info',
    title: 'Your database is restarting',
    text: 'Connections are refused until it is back.',
  },
  PAUSING: {
    tone: 'info',
    title: 'Your project is being paused',
    text: 'Its data stays as it is.',
  },
  GOING_DOWN: {
    tone: 'info',
    title: 'Your project is going down',
    text: 'Its data is being deleted.',
  },
  RESTORING: {
    tone: 'info',
    title: 'Your project is being restored',
    text: 'The page follows by itself.',
  },
  UPGRADING: {
    tone: 'info',
    title: 'Your database is being upgraded',
    text: 'The page follows by itself.',
  },
  RESIZING: {
    tone: 'info',
    title: 'Your database is being resized',
    text: 'The page follows by itself.',
  },
  INACTIVE: {
    tone: 'info',
    title: 'This project is paused',
    text: 'Its data is kept. Restore it to use the database again.',
  },
  ACTIVE_UNHEALTHY: {
    tone: 'warn',
    title: 'Your database does not answer health checks',
    text: 'It may be busy or short of connections. Restart it when this lasts.',
  },
  UNKNOWN: {
    tone: 'warn',
    title: 'The state of your database is not known',
    text: 'It is being looked up.',
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
    text: 'It is as it was before.',
  },
}

/** What the status means for the user and the way on. */
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
