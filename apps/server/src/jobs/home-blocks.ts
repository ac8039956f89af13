import type { HomeBlockReader } from '../areas/project/home-block-reader.ts'
import type { Log } from '../log.ts'
import { every } from './timers.ts'

const minuteMs = 60_000

/** Every minute, blocks on the homes of projects are read that are due. */
export const watchHomeBlocks = (blocks: HomeBlockReader, log: Log): (() => Promise<void>) =>
  every(minuteMs, () => blocks.readDue(), log)
