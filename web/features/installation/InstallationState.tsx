import { Alert, Stack, Text } from '@mantine/core'
import type { DiskAndBackupStatus } from '@torniquete/contract/admin/backup.ts'
import {
  formatBackupStatus,
  formatDiskStatus,
  formatOffsiteBackupStatus,
  formatTrialRestoreStatus,
} from './installation-status-texts.ts'

export const installationPollIntervalMs = 60_000

interface InstallationStateProps {
  state: DiskAndBackupStatus | undefined
  zone: string
  onlyWarnings?: boolean
}

export function InstallationState({ state, zone, onlyWarnings = false }: InstallationStateProps) {
  if (!state) return null
  const { disk, backup } = state
  const lines = [
    formatDiskStatus(disk),
    formatBackupStatus(backup, zone),
    formatOffsiteBackupStatus(backup, zone),
    formatTrialRestoreStatus(backup, zone),
  ].filter((line) => line != null)
  const shown = lines.filter(({ color }) => color || !onlyWarnings)
  if (shown.length === 0) return null
  return (
    <Stack gap="xs" mb="sm">
      {shown.map(({ color, text }) =>
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
