// Whoever a terminal let in without a right, as those that keep no hours do: they came in, and the desk is told while they are there.
import { type LetInClient, standsFor } from '@torniquete/contract/door.ts'
import { useState } from 'react'
import { now } from '../../api/server-clock.ts'
import { pollInterval, useEndpoint } from '../../api/use-endpoint.ts'
import { onDemand } from '../../kit/on-demand.tsx'

// Rare, as whoever stands there.
const LetInNotice = onDemand<LetInNoticeProps>(
  () => import('./LetInNotice.tsx').then(({ LetInNotice }) => LetInNotice),
  () => null,
)

export interface LetInNoticeProps {
  each: LetInClient
  onHeard: () => void
}

const passOf = ({ id_client, at }: LetInClient) => `${id_client} ${at}`

export function LetIn() {
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set())
  const [stands, setStands] = useState(false)
  const { data = [] } = useEndpoint('door.let-in', {}, { refetchInterval: stands && pollInterval })
  const standing = data.filter((each) => !heard.has(passOf(each)) && now().getTime() - Date.parse(each.at) < standsFor)
  if (stands !== standing.length > 0) setStands(standing.length > 0)
  return standing.map((each) => (
    <LetInNotice key={each.id_client} each={each} onHeard={() => setHeard(new Set([...heard, passOf(each)]))} />
  ))
}
