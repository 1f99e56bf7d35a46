import { Alert, Stack, Text } from '@mantine/core'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { bucketWords } from './bucket-words.ts'
import { copyWords } from './copy-words.ts'
import { diskWords } from './disk-words.ts'
import { rehearsalWords } from './rehearsal-words.ts'

const aMinute = 60_000

interface InstallationStateProps {
  /** IANA zone of whoever reads it. */
  zone: string
  /** Says nothing while all is well. */
  onlyWarnings?: boolean
}

/** What whoever runs the product should see to: room on the disk, copies, and whether they can be brought back. */
export function InstallationState({ zone, onlyWarnings = false }: InstallationStateProps) {
  const disk = useEndpoint('disk.read', {}, { staleTime: aMinute, refetchInterval: aMinute }).data
  const backup = useEndpoint('backup.read', {}, { staleTime: 10 * aMinute, refetchInterval: 10 * aMinute }).data
  const all = [
    disk && diskWords(disk),
    backup && copyWords(backup, zone, now()),
    ...(backup ? [bucketWords, rehearsalWords].map((words) => words(backup, zone)) : []),
  ]
  const told = all.filter((words) => words != null).filter(({ color }) => color || !onlyWarnings)
  if (told.length === 0) return null
  return (
    <Stack gap="xs" mb="sm">
      {told.map(({ color, text }) =>
        color ? (
          <Alert key={text} color={color} role="alert">
            {text}
          </Alert>
        ) : (
          <Text key={text} size="sm" c="dimmed">
            {text}
          </Text>
        ),
      )}
    </Stack>
  )
}
