import { Alert } from '@mantine/core'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { diskText } from './disk-words.ts'

const aMinute = 60_000

/** A warning where the disk of the server is about to be full; nothing else. */
export function DiskSpace() {
  const { data } = useEndpoint('disk.read', {}, { staleTime: aMinute, refetchInterval: aMinute })
  const told = data && diskText(data)
  if (!told) return null
  return (
    <Alert color={told.color} role="alert" mb="sm">
      {told.text}
    </Alert>
  )
}
