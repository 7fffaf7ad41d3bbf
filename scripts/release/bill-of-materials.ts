import type { LockedPackage } from './lock-closure.ts';

/** A bill of materials in the format of CycloneDX 1.6, without times or random numbers: the same packages give the same bytes. */
export function billOfMaterials(version: string, packages: ReadonlyMap<string, LockedPackage>): object {
  const components = new Map([...packages].map(([place, locked]) => componentOf(place, locked)));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'service', version } },
    components: [...components.keys()].sort().map((purl) => components.get(purl)),
  };
}

function componentOf(place: string, { version = '', integrity, license }: LockedPackage): readonly [string, object] {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return [
    purl,
    {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...(license !== undefined && { licenses: [{ expression: license }] }),
      ...(hash !== undefined && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    },
  ];
}
