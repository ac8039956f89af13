export { type Claim, claimHeld } from './claim.ts'
export { type Jobs, type NewJob, openJobs, type Task } from './jobs.ts'
export { type Schedule } from './schedule.ts'
export { runServerSchedules } from './server-schedules.ts'
