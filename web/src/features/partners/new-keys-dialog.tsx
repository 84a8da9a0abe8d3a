import { Box, Button, Group } from '@mantine/core'
import { Copy } from '../../kit/dialog/copy'
import { Dialog } from '../../kit/dialog/dialog'
import { Rich } from '../../kit/format/rich'
import { Facts } from '../../ui/facts'

export type Keys = { api_key: string; api_secret: string }

/** NewKeysDialog shows new API keys in full, once. Later, the secret can only be copied. */
export function NewKeysDialog({ name, keys, onClose }: { name: string; keys: Keys; onClose: () => void }) {
  const value = (text: string, label: string) => (
    <span className="row gap-6 anywhere">
      <code>{text}</code> <Copy value={text} label={label} />
    </span>
  )
  return (
    <Dialog title="New API keys" size={560} onClose={onClose}>
      <Box mb="md">
        <Rich text="Give these keys to everyone who runs an integration for **{name}**." values={{ name }} />
      </Box>
      <Facts
        bare
        list={[
          ['API key', value(keys.api_key, 'Copy new API key')],
          ['API secret', value(keys.api_secret, 'Copy new API secret')],
        ]}
      />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  )
}
