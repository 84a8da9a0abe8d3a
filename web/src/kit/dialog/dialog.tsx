import '../../ui/overlays.css'
import './dialog.css'
import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLayer } from './layer'
import { ScrollLock } from './scroll-lock'

type Props = Pick<ModalProps, 'title' | 'children' | 'size' | 'zIndex' | 'yOffset' | 'padding' | 'classNames'> & {
  onClose: () => void
  /** Not needed for a dialog that is rendered only while it is open. */
  opened?: boolean
  /** The dialog can't be dismissed: no close button, no Escape, no click outside. */
  locked?: boolean
  /** Escape currently has another meaning, such as cancelling a drag. */
  ignoreEscape?: boolean
  /** The accessible name of a dialog without a header. */
  label?: string
  /** Buttons in the header, before the one that closes the dialog. */
  tools?: ReactNode
}

/** Dialog is a modal dialog. Escape closes the topmost one, and the focus returns to where it was. */
export function Dialog({ onClose, opened = true, locked = false, ignoreEscape = false, label, tools, size = 560, title, children, ...rest }: Props) {
  useLayer(opened, locked || ignoreEscape ? () => {} : onClose)
  const withCloseButton = !locked && label === undefined
  return (
    <>
      {opened && <RestoreFocus />}
      {opened && <ScrollLock />}
      <Modal.Root
        {...rest}
        opened={opened}
        onClose={onClose}
        size={size}
        closeOnEscape={false}
        closeOnClickOutside={!locked}
        returnFocus={false}
        lockScroll={false} // ScrollLock does it
        attributes={{ header: { role: 'presentation' }, ...(label && { content: { 'aria-label': label } }) }} // a header role would be a second banner of the page
      >
        <Modal.Overlay />
        <Modal.Content>
          {(title || withCloseButton) && (
            <Modal.Header>
              {title && <Modal.Title>{title}</Modal.Title>}
              <span className="row gap-4" data-tools>
                {tools}
                {withCloseButton && <Modal.CloseButton aria-label="Close" />}
              </span>
            </Modal.Header>
          )}
          <Modal.Body>{children}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  )
}

/** RestoreFocus restores the focus when the dialog closes. The library does this only for dialogs that were rendered closed first. */
function RestoreFocus() {
  const [previous] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true })
    },
    [previous],
  )
  return null
}
