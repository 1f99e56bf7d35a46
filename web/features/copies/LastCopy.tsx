import { Alert, Text } from '@mantine/core'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { copyWords } from './copy-words.ts'

const tenMinutes = 600_000

interface LastCopyProps {
  /** IANA zone of whoever reads it. */
  zone: string
  /** Says nothing while all is well. */
  onlyOverdue?: boolean
}

/** When all that is stored was last copied; a warning where that was long ago or the next one failed. */
export function LastCopy({ zone, onlyOverdue = false }: LastCopyProps) {
  const { data } = useEndpoint('backup.read', {}, { staleTime: tenMinutes, refetchInterval: tenMinutes })
  const words = data && copyWords(data, zone)
  if (!words) return null
  if (words.isWarning)
    return (
      <Alert color="red" role="alert" mb="sm">
        {words.text}
      </Alert>
    )
  return onlyOverdue ? null : (
    <Text size="sm" c="dimmed" mb="sm">
      {words.text}
    </Text>
  )
}
