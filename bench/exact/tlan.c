// The lock rule of the driver tlan of Linux: a spin lock is taken and given
// back in turn. DRIVER is the driver's file; a kernel calls its operations in
// any order, one after the other.
#include DRIVER

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int is_locked;

static void take(void) {
  if (is_locked)
    reach_error();
  is_locked = 1;
}

static void give(void) {
  if (!is_locked)
    reach_error();
  is_locked = 0;
}

void _raw_spin_lock(raw_spinlock_t *lock) {
  take();
}

unsigned long _raw_spin_lock_irqsave(raw_spinlock_t *lock) {
  take();
  return 0;
}

void _raw_spin_unlock(raw_spinlock_t *lock) {
  give();
}

void _raw_spin_unlock_irqrestore(raw_spinlock_t *lock, unsigned long flags) {
  give();
}

// A device as probing leaves it, with the driver's own part behind it.
static struct {
  struct net_device dev;
  struct tlan_priv priv;
} device __attribute__((aligned(NETDEV_ALIGN)));

static struct pci_dev pci;
static struct tlan_adapter_entry adapter;
static struct tlan_list lists[TLAN_NUM_RX_LISTS + TLAN_NUM_TX_LISTS];
static struct sk_buff packet;
static struct ifreq request;

static void probe(void) {
  struct tlan_priv *priv = netdev_priv(&device.dev);
  priv->dev = &device.dev;
  priv->pci_dev = &pci;
  priv->adapter = &adapter;
  priv->rx_list = lists;
  priv->tx_list = lists + TLAN_NUM_RX_LISTS;
}

int main(void) {
  struct net_device *dev = &device.dev;
  struct tlan_priv *priv = netdev_priv(dev);
  probe();
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0: tlan_get_stats(dev); break;
    case 1: tlan_set_multicast_list(dev); break;
    case 2: tlan_ioctl(dev, &request, __VERIFIER_nondet_int()); break;
    case 3: tlan_timer(&priv->timer); break;
    case 4: tlan_phy_monitor(&priv->media_timer); break;
#ifdef PACKETS
    case 5: tlan_open(dev); break;
    case 6: tlan_close(dev); break;
    case 7: tlan_start_tx(&packet, dev); break;
    case 8: tlan_tx_timeout(dev, 0); break;
    case 9: tlan_handle_interrupt(0, dev); break;
    case 10: tlan_tx_timeout_work(&priv->tlan_tqueue); break;
#endif
    }
    if (is_locked)
      reach_error();
  }
  return 0;
}
