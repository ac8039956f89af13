import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Addresses that are not on the public Internet: RFC 6890 and later registrations. */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.ipv4.addSubnet(network, bits, 'ipv4')
}
// Only 2000::/3 is global unicast. The rest has the forms that stand for IPv4 addresses: mapped,
// compatible, translated and NAT64.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.ipv6.addSubnet(network, bits, 'ipv6')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isIn = (list: BlockList, address: string) => list.check(address, familyOf(address))

/** Whether a server on the Internet can have the address; false for invalid addresses. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !isIn(notPublic[familyOf(address)], address)

export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && isIn(loopback, address)

/** Tests whether an address is in one of the networks, each an address or `address/bits`. */
export function createNetworkTest(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && isIn(list, address)
}

/** Whether a network interface of this machine has the address. */
export const isOwnAddress = (address: string): boolean =>
  isLoopbackAddress(address) ||
  Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some((one) => one.address === address),
  )
