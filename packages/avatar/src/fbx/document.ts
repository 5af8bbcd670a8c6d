import { takeRecords } from './animation.ts';
import { definitionRecords } from './definitions.ts';
import { CREATION_TIME, FILE_ID, VERSION } from './encode.ts';
import { double, entry, type FbxNode, int, long, node, objectName, properties, property } from './node.ts';
import { ROOT_ID, type Scene } from './scene.ts';
import { timeMode } from './time.ts';

const CREATOR = 'Avatar and animation service';
const DOCUMENT_ID = 100_000;

/** File data that is not part of the scene. */
export interface DocumentInfo {
  take: string;
  /** Time of the last frame, in ticks. */
  stop: number;
  fps: number;
}

/** Returns the top-level records of a file, in the order readers expect. */
export function documentRecords(scene: Scene, { take, stop, fps }: DocumentInfo): FbxNode[] {
  return [
    headerRecords(take),
    node('FileId', [FILE_ID]),
    node('CreationTime', [CREATION_TIME]),
    node('Creator', [CREATOR]),
    settingsRecords(stop, fps),
    node(
      'Documents',
      [],
      [
        node('Count', [int(1)]),
        node(
          'Document',
          [long(DOCUMENT_ID), '', 'Scene'],
          [
            properties([property('SourceObject', 'object', '', ''), entry.text('ActiveAnimStackName', take)]),
            node('RootNode', [long(ROOT_ID)]),
          ],
        ),
      ],
    ),
    node('References', []),
    definitionRecords(scene.objects),
    node('Objects', [], scene.objects),
    node('Connections', [], scene.connections),
    takeRecords(take, stop),
  ];
}

/** The timestamp equals `CREATION_TIME`, so the same job always produces the same bytes. */
function headerRecords(title: string): FbxNode {
  const stamp = { Version: 1000, Year: 1970, Month: 1, Day: 1, Hour: 10, Minute: 0, Second: 0, Millisecond: 0 };
  return node(
    'FBXHeaderExtension',
    [],
    [
      node('FBXHeaderVersion', [int(1003)]),
      node('FBXVersion', [int(VERSION)]),
      node('EncryptionType', [int(0)]),
      node(
        'CreationTimeStamp',
        [],
        Object.entries(stamp).map(([name, value]) => node(name, [int(value)])),
      ),
      node('Creator', [CREATOR]),
      node(
        'SceneInfo',
        [objectName('GlobalInfo', 'SceneInfo'), 'UserData'],
        [
          node('Type', ['UserData']),
          node('Version', [int(100)]),
          node(
            'MetaData',
            [],
            [
              node('Version', [int(100)]),
              node('Title', [title]),
              ...['Subject', 'Author', 'Keywords', 'Revision', 'Comment'].map((name) => node(name, [''])),
            ],
          ),
          properties([
            entry.url('DocumentUrl', ''),
            entry.url('SrcDocumentUrl', ''),
            property('Original', 'Compound', '', ''),
            entry.text('Original|ApplicationName', CREATOR),
            property('LastSaved', 'Compound', '', ''),
            entry.text('LastSaved|ApplicationName', CREATOR),
          ]),
        ],
      ),
    ],
  );
}

/** Right-handed, y up, z forward, in centimeters, which are the defaults in Maya and the Autodesk SDK. */
function settingsRecords(stop: number, fps: number): FbxNode {
  return node(
    'GlobalSettings',
    [],
    [
      node('Version', [int(1000)]),
      properties([
        entry.int('UpAxis', 1),
        entry.int('UpAxisSign', 1),
        entry.int('FrontAxis', 2),
        entry.int('FrontAxisSign', 1),
        entry.int('CoordAxis', 0),
        entry.int('CoordAxisSign', 1),
        entry.int('OriginalUpAxis', 1),
        entry.int('OriginalUpAxisSign', 1),
        entry.double('UnitScaleFactor', 1),
        entry.double('OriginalUnitScaleFactor', 1),
        property('AmbientColor', 'ColorRGB', 'Color', '', double(0), double(0), double(0)),
        entry.text('DefaultCamera', 'Producer Perspective'),
        entry.enumeration('TimeMode', timeMode(fps)),
        entry.time('TimeSpanStart', 0),
        entry.time('TimeSpanStop', stop),
        entry.double('CustomFrameRate', fps),
      ]),
    ],
  );
}
