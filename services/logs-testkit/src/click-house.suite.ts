import { clickHouseLogStore } from '@basalt/logs'

import { describeLogStore } from './describe-log-store.ts'
import { embeddedClickHouse } from './embedded-click-house.ts'

describeLogStore('ClickHouse', async () => {
  const { database, dispose } = await embeddedClickHouse()
  const open = () => clickHouseLogStore(database)
  return { store: open(), openAgain: open, dispose }
})
