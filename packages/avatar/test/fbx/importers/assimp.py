"""Opens an FBX with assimp's C library (5.x) and prints its contents as one line of JSON after RESULT. Argument: the file."""
import ctypes
import ctypes.util
import json
import sys
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_float, c_uint, c_void_p


class String(Structure):
    _fields_ = [("length", c_uint), ("data", c_char * 1024)]

    def text(self):
        return self.data[: self.length].decode()


class Vector(Structure):
    _fields_ = [("x", c_float), ("y", c_float), ("z", c_float)]


class TurnKey(Structure):
    _fields_ = [("time", c_double), ("w", c_float), ("x", c_float), ("y", c_float), ("z", c_float)]


class MorphKey(Structure):
    _fields_ = [("time", c_double), ("targets", POINTER(c_uint)), ("weights", POINTER(c_double)), ("count", c_uint)]


class MorphChannel(Structure):
    _fields_ = [("name", String), ("count", c_uint), ("keys", POINTER(MorphKey))]


class NodeChannel(Structure):
    _fields_ = [
        ("name", String),
        ("position_count", c_uint),
        ("positions", c_void_p),
        ("turn_count", c_uint),
        ("turns", POINTER(TurnKey)),
    ]


class Animation(Structure):
    _fields_ = [
        ("name", String),
        ("duration", c_double),
        ("ticks", c_double),
        ("node_count", c_uint),
        ("nodes", POINTER(POINTER(NodeChannel))),
        ("mesh_count", c_uint),
        ("meshes", c_void_p),
        ("morph_count", c_uint),
        ("morphs", POINTER(POINTER(MorphChannel))),
    ]


class Target(Structure):
    _fields_ = [("name", String), ("points", POINTER(Vector))]


class Mesh(Structure):
    _fields_ = [
        ("types", c_uint),
        ("point_count", c_uint),
        ("face_count", c_uint),
        ("points", POINTER(Vector)),
        ("normals", c_void_p),
        ("tangents", c_void_p),
        ("bitangents", c_void_p),
        ("colors", c_void_p * 8),
        ("coordinates", c_void_p * 8),
        ("components", c_uint * 8),
        ("faces", c_void_p),
        ("bone_count", c_uint),
        ("bones", c_void_p),
        ("material", c_uint),
        ("name", String),
        ("target_count", c_uint),
        ("targets", POINTER(POINTER(Target))),
    ]


class Scene(Structure):
    _fields_ = [
        ("flags", c_uint),
        ("root", c_void_p),
        ("mesh_count", c_uint),
        ("meshes", POINTER(POINTER(Mesh))),
        ("material_count", c_uint),
        ("materials", c_void_p),
        ("animation_count", c_uint),
        ("animations", POINTER(POINTER(Animation))),
    ]


library = ctypes.CDLL(ctypes.util.find_library("assimp") or "libassimp.so.5")
library.aiImportFile.restype = POINTER(Scene)
library.aiImportFile.argtypes = [c_char_p, c_uint]
library.aiGetErrorString.restype = c_char_p
found = library.aiImportFile(sys.argv[-1].encode(), 0)
if not found:
    sys.exit(library.aiGetErrorString().decode())
scene = found.contents
meshes = [scene.meshes[i].contents for i in range(scene.mesh_count)]
names = [meshes[0].targets[i].contents.name.text() for i in range(meshes[0].target_count)]


def reach(mesh, index):
    target = mesh.targets[index].contents
    steps = ((target.points[i], mesh.points[i]) for i in range(mesh.point_count))
    return max(((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2) ** 0.5 for a, b in steps)


if scene.animation_count != 1:
    sys.exit(f"{scene.animation_count} animations")
animation = scene.animations[0].contents
turns = {}
for i in range(animation.node_count):
    channel = animation.nodes[i].contents
    keys = [channel.turns[k] for k in range(channel.turn_count)]
    joint = channel.name.text().split("_$AssimpFbx$_")[0]
    turns[joint] = [[key.time / animation.ticks, key.x, key.y, key.z, key.w] for key in keys]
# There is one identical channel for each mesh that was split off by material.
channel = animation.morphs[0].contents
# A key contains only the shapes keyed at its time, so each shape is tracked separately.
weights = {name: [] for name in names}
for k in range(channel.count):
    key = channel.keys[k]
    for v in range(key.count):
        weights[names[key.targets[v]]].append([key.time / animation.ticks, key.weights[v]])
result = {
    "shapes": [{"name": name, "reach": max(reach(mesh, i) for mesh in meshes)} for i, name in enumerate(names)],
    "seconds": animation.duration / animation.ticks,
    "weights": weights,
    "turns": turns,
}
print("RESULT" + json.dumps(result))
